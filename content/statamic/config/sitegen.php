<?php

return [
    // Preview of the website: it shows what was saved at once. For example http://127.0.0.1:4400/__sitegen/refresh
    'preview_webhook' => env('WEBSITE_PREVIEW_WEBHOOK'),
    // The value of SITEGEN_PREVIEW_TOKEN of the preview. Not needed on the same machine.
    'preview_token' => env('WEBSITE_PREVIEW_TOKEN'),

    // What starts a build. GitHub: https://api.github.com/repos/OWNER/REPOSITORY/dispatches, with a token that may write to
    // the repository. GitLab: the address of a trigger, with its token.
    'ci_webhook' => env('WEBSITE_CI_WEBHOOK'),
    'ci_token' => env('WEBSITE_CI_TOKEN'),
];

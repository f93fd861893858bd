<?php

// Written by "sitegen blueprints": change the schemas of the website instead. 447eecc75b64
// What the content API serves: the collections and globals of the website, with the filters that it uses.

$filters = ['published', 'site', 'slug', 'status'];

return [
    'enabled' => env('STATAMIC_API_ENABLED', true),

    'resources' => [
        'collections' => [
            'blog_articles' => ['allowed_filters' => $filters],
            'webinars' => ['allowed_filters' => $filters],
            'e-books' => ['allowed_filters' => $filters],
            'landings' => ['allowed_filters' => $filters],
            'pages' => ['allowed_filters' => $filters],
            'pages_block' => ['allowed_filters' => $filters],
            'redirects' => ['allowed_filters' => $filters],
            'clients' => ['allowed_filters' => $filters],
            'faq' => ['allowed_filters' => $filters],
            'offices' => ['allowed_filters' => $filters],
            'team' => ['allowed_filters' => $filters],
            'speakers' => ['allowed_filters' => $filters],
            'social_links' => ['allowed_filters' => $filters],
        ],
        'globals' => [
            'top_banner' => true,
            'price_page_banner' => true,
            'sources' => true,
        ],
        'assets' => [
            'assets' => true,
        ],
        'navs' => false,
        // Builds check which titles changed.
        'taxonomies' => [
            'category' => true,
            'industry' => true,
        ],
        'forms' => false,
        'users' => false,
    ],

    'route' => env('STATAMIC_API_ROUTE', 'api'),

    // For Statamic 6. With 4 and 5, add a middleware of your own to the group of the API.
    'auth_token' => env('STATAMIC_API_AUTH_TOKEN'),

    'middleware' => env('STATAMIC_API_MIDDLEWARE', 'api'),

    'pagination_size' => 50,

    // Minutes. Every save clears the cache.
    'cache' => [
        'expiry' => 60,
    ],

    'excluded_keys' => [],
];

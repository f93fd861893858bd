<?php

// Written by "sitegen blueprints": change the schemas of the website instead. 6ca5cd21b58a
// Statamic 4 only. Statamic 5 and 6 read resources/sites.yaml.

return [
    'sites' => [
        'en' => ['name' => 'English', 'locale' => 'en_US', 'lang' => 'en', 'url' => '/'],
        'es' => ['name' => 'Español', 'locale' => 'es_ES', 'lang' => 'es', 'url' => '/es/'],
        'pt' => ['name' => 'Português', 'locale' => 'pt_BR', 'lang' => 'pt-BR', 'url' => '/pt/'],
        'ua' => ['name' => 'Українська', 'locale' => 'uk_UA', 'lang' => 'uk', 'url' => '/ua/'],
        'kz' => ['name' => 'Русский', 'locale' => 'ru_RU', 'lang' => 'ru-KZ', 'url' => '/kz/'],
    ],
];

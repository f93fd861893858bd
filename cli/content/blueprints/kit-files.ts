// The generated files of the kit for Statamic: blueprints, fieldsets, collections, taxonomies, globals, the asset container, sites
// and API settings, all from the schemas. The other files are written by hand (see write-kit.ts).

import { dump } from 'js-yaml';
import { LOCALES } from '../../../config/locales.ts';
import { COLLECTIONS, type Collection, FIELDSETS, GLOBALS, TAXONOMIES } from '../../../content/collections.ts';
import { editingOf } from '../../../content/editing.ts';
import { assetFile } from '../../../content/fields.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import {
  BLOCKS_FOLDER,
  CONTAINER,
  type Config,
  importFieldsets,
  innerFields,
  localizedFields,
} from './field-config.ts';
import { type EditorSets, fieldsOfCollection, fieldsOfGlobal, READ_FILTERS, readFields, tabOf } from './read-fields.ts';

export interface KitFile {
  /** Below the folder of the Statamic project, with '/' between parts. */
  readonly path: string;
  readonly content: string;
}

/** Creates the files. `preview` is the URL of the preview for editors. */
export function createKitFiles(preview: string): readonly KitFile[] {
  const files: readonly (readonly [string, Config])[] = [
    ['resources/sites.yaml', sites()],
    ...COLLECTION_HANDLES.flatMap((handle): [string, Config][] => [
      [`content/collections/${handle}.yaml`, collectionConfig(handle, preview)],
      ...collectionBlueprints(handle),
    ]),
    ...GLOBAL_NAMES.flatMap((name): [string, Config][] => [
      [`content/globals/${name}.yaml`, { title: labelOf(GLOBALS[name]), sites: SITES }],
      // Statamic 4 and 5 need this file for a global in a site.
      ...SITES.map((site): [string, Config] => [`content/globals/${site}/${name}.yaml`, { enabled: false }]),
      [
        `resources/blueprints/globals/${name}.yaml`,
        blueprint(labelOf(GLOBALS[name]), localizedFields(fieldsOfGlobal(name))),
      ],
    ]),
    ...Object.entries(TAXONOMIES).flatMap(([taxonomy, title]): [string, Config][] => [
      [`content/taxonomies/${taxonomy}.yaml`, { title, sites: SITES }],
      [`resources/blueprints/taxonomies/${taxonomy}/${taxonomy}.yaml`, blueprint(title, TERM_FIELDS)],
    ]),
    [`content/assets/${CONTAINER}.yaml`, { title: 'Assets', disk: 'assets' }],
    [`resources/blueprints/assets/${CONTAINER}.yaml`, blueprint('Asset', innerFields(readFields(assetFile)))],
    ...fieldsets(),
  ];
  return [
    ...files.map(([path, config]) => ({ path, content: dump(config, YAML) })),
    { path: 'config/statamic/api.php', content: apiConfig() },
    { path: 'config/statamic/sites.php', content: sitesConfig() },
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const YAML = { lineWidth: -1, noRefs: true, skipInvalid: true };
const SITES = LOCALES.map(({ site }) => site);

function labelOf(schema: Parameters<typeof editingOf>[0]): string {
  return editingOf(schema).label ?? '';
}

/** Statamic 5 and 6. */
function sites(): Config {
  return Object.fromEntries(
    LOCALES.map(({ site, ownName, prefix, ogLocale, languageTag }) => [
      site,
      { name: ownName, url: `${prefix}/`, locale: ogLocale, lang: languageTag },
    ]),
  );
}

function collectionConfig(handle: Collection, preview: string): Config {
  const { title, route, isDated, hidesFutureDates, titleFormat } = COLLECTIONS[handle];
  const taxonomies = Object.values(fieldsOfCollection(handle)).flatMap(({ taxonomy }) => taxonomy ?? []);
  return {
    title,
    sites: SITES,
    propagate: false,
    route: route ?? undefined,
    ...(titleFormat === null ? {} : { slugs: false, title_format: titleFormat }),
    ...(isDated
      ? {
          date: true,
          date_behavior: { past: 'public', future: hidesFutureDates ? 'private' : 'public' },
          sort_by: 'date',
          sort_dir: 'desc',
        }
      : { structure: { root: false, max_depth: 1 } }),
    taxonomies: taxonomies.length === 0 ? undefined : taxonomies,
    preview_targets: route === null ? undefined : [{ label: 'Preview', url: `${preview}{url}`, refresh: false }],
  };
}

function collectionBlueprints(handle: Collection): [string, Config][] {
  const { title, blueprints } = COLLECTIONS[handle];
  const listed = Object.entries(blueprints ?? { [handle]: { title, without: [] } });
  return listed.map(([name, blueprint], index) => [
    `resources/blueprints/collections/${handle}/${name}.yaml`,
    collectionBlueprint(handle, { ...blueprint, order: index + 1 }),
  ]);
}

function collectionBlueprint(
  handle: Collection,
  { title, without, order }: { readonly title: string; readonly without: readonly string[]; readonly order: number },
): Config {
  const { schema, isDated } = COLLECTIONS[handle];
  const all = Object.entries(fieldsOfCollection(handle)).filter(
    ([name]) => !without.includes(name) && (name !== 'date' || isDated),
  );
  const inTab = (wanted: ReturnType<typeof tabOf>) =>
    importFieldsets(schema, Object.fromEntries(all.filter(([name]) => tabOf(name) === wanted)));
  const tabs = {
    main: tab('Main', inTab('main')),
    seo: tab(labelOf(FIELDSETS.seo), inTab('seo')),
    sidebar: tab('Sidebar', inTab('sidebar')),
  };
  const filled = Object.entries(tabs).filter(([, { sections }]) => sections.some(({ fields }) => fields.length > 0));
  return { title, order, tabs: Object.fromEntries(filled) };
}

const blueprint = (title: string, fields: readonly Config[]): Config => ({
  title,
  tabs: { main: tab('Main', fields) },
});

const tab = (display: string, fields: readonly Config[]) => ({ display, sections: [{ fields }] });

const TERM_FIELDS = [
  { handle: 'title', field: { type: 'text', display: 'Title', localizable: true, validate: ['required'] } },
];

function fieldsets(): [string, Config][] {
  const sets: EditorSets = readFields(FIELDSETS.blocks).blocks?.sets ?? {};
  return [
    ...Object.entries(FIELDSETS).map(([handle, schema]): [string, Config] => [
      `resources/fieldsets/${handle}.yaml`,
      { title: labelOf(schema), fields: localizedFields(readFields(schema)) },
    ]),
    ...Object.entries(sets).map(([type, { label, fields }]): [string, Config] => [
      `resources/fieldsets/${BLOCKS_FOLDER}/${type}.yaml`,
      { title: label, fields: innerFields(fields) },
    ]),
  ];
}

const phpList = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`;

function apiConfig(): string {
  const collections = COLLECTION_HANDLES.map((handle) => `            '${handle}' => ['allowed_filters' => $filters],`);
  const globals = GLOBAL_NAMES.map((name) => `            '${name}' => true,`);
  const taxonomies = Object.keys(TAXONOMIES).map((name) => `            '${name}' => true,`);
  return `<?php

// What the content API serves: the collections and globals of the website, with the filters that it uses.

$filters = ${phpList(READ_FILTERS)};

return [
    'enabled' => env('STATAMIC_API_ENABLED', true),

    'resources' => [
        'collections' => [
${collections.join('\n')}
        ],
        'globals' => [
${globals.join('\n')}
        ],
        'assets' => [
            '${CONTAINER}' => true,
        ],
        'navs' => false,
        // Builds check which titles changed.
        'taxonomies' => [
${taxonomies.join('\n')}
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
`;
}

/** Statamic 4. */
function sitesConfig(): string {
  const rows = LOCALES.map(
    ({ site, ownName, prefix, ogLocale, languageTag }) =>
      `        '${site}' => ['name' => '${ownName}', 'locale' => '${ogLocale}', 'lang' => '${languageTag}', 'url' => '${prefix}/'],`,
  );
  return `<?php

// Statamic 4 only. Statamic 5 and 6 read resources/sites.yaml.

return [
    'sites' => [
${rows.join('\n')}
    ],
];
`;
}

// The types of published files against those that hosts send, so that `sitegen verify` refuses no good release.

import { describe, expect, it } from 'vitest';
import { MORE_TYPES } from '../../cli/outputs/hosts/host-map.ts';
import { contentTypeOf } from '../../cli/publish/response-headers.ts';
import { isSameType } from '../../cli/verify/compare.ts';
import { LINKED_FILE_TYPES } from '../../config/constants.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';
const COMMON: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${OFFICE}.wordprocessingml.document`,
  odt: `${OPEN}.text`,
  rtf: 'application/rtf',
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  ods: `${OPEN}.spreadsheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OFFICE}.presentationml.presentation`,
  odp: `${OPEN}.presentation`,
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
/** The rows of their lists for linked files. nginx lacks those that its file of the build adds. */
const HOSTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'nginx 1.28': { ...COMMON, m4a: 'audio/x-m4a', ...Object.fromEntries(MORE_TYPES) },
  'Apache 2.4': {
    ...COMMON,
    csv: 'text/csv; charset=utf-8',
    epub: 'application/epub+zip',
    ics: 'text/calendar',
    m4a: 'audio/mp4',
    vcf: 'text/x-vcard',
    wav: 'audio/x-wav',
  },
  'Caddy, with the list of Debian or Alpine': {
    ...COMMON,
    csv: 'text/csv; charset=utf-8',
    epub: 'application/epub+zip',
    ics: 'text/calendar; charset=utf-8',
    m4a: 'audio/mp4',
    vcf: 'text/vcard; charset=utf-8',
    wav: 'audio/x-wav',
  },
  'mime-db: Netlify, Vercel, Cloudflare': {
    ...COMMON,
    rtf: 'text/rtf; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    epub: 'application/epub+zip',
    ics: 'text/calendar; charset=utf-8',
    m4a: 'audio/x-m4a',
    vcf: 'text/x-vcard; charset=utf-8',
    wav: 'audio/wav',
  },
};

describe('contentTypeOf', () => {
  it.each(LINKED_FILE_TYPES)('knows the type of .%s files, which content can link to', (extension) => {
    expect(contentTypeOf(`assets/files/a.${extension.toUpperCase()}`)).not.toBe('application/octet-stream');
  });
});

describe.each(Object.entries(HOSTS))('isSameType with %s', (_, types) => {
  it.each(LINKED_FILE_TYPES)('accepts what it sends for .%s files', (extension) => {
    expect(isSameType(contentTypeOf(`a.${extension}`), types[extension] ?? 'application/octet-stream')).toBe(true);
  });
});

describe('isSameType', () => {
  it('refuses another type, a page instead of a file, and text without a charset', () => {
    expect(isSameType('application/pdf', 'application/octet-stream')).toBe(false);
    expect(isSameType('application/octet-stream', 'text/html; charset=utf-8')).toBe(false);
    expect(isSameType(contentTypeOf('a.csv'), 'text/csv')).toBe(false);
    expect(isSameType(contentTypeOf('a.vcf'), 'text/vcard; charset=iso-8859-1')).toBe(false);
  });

  it('accepts any other type of a file that sitegen does not know', () => {
    expect(isSameType('application/octet-stream', 'application/x-iso9660-image')).toBe(true);
  });
});

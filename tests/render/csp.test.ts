import { describe, expect, it } from 'vitest';
import { createContentSecurityPolicy } from '../../cli/render/csp.ts';
import { SOCIAL_EMBEDS } from '../../config/third-parties.ts';
import { siteWith } from '../pipeline/redirect-makers.ts';

const directivesOf = (integrations: Parameters<typeof siteWith>[0], contentOrigin: string | null = null) =>
  Object.fromEntries(
    createContentSecurityPolicy(siteWith(integrations), contentOrigin)
      .header.split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  );

describe('createContentSecurityPolicy', () => {
  it('is strict where nothing is configured', () => {
    const { header, meta } = createContentSecurityPolicy(siteWith(), null);
    expect(header).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(meta).toBe(header.replace("; frame-ancestors 'none'", ''));
  });

  it('adds the origins of images, location and forms where they are not our own', () => {
    const directives = directivesOf(
      {
        integrations: {
          imageCdn: 'https://cdn.example.net/images',
          geoUrl: 'https://geo.example.net/v1',
          demoEndpoint: 'https://forms.example.net/demo',
        },
      },
      'https://cms.example.net',
    );
    expect(directives['img-src']).toEqual(["'self'", 'data:', 'https://cdn.example.net', 'https://cms.example.net']);
    expect(directives['connect-src']).toEqual(["'self'", 'https://geo.example.net', 'https://forms.example.net']);
    expect(directives['form-action']).toEqual(["'self'", 'https://forms.example.net']);
    expect(directivesOf({ integrations: { imageCdn: 'https://www.example.com/cdn' } })['img-src']).toEqual([
      "'self'",
      'data:',
    ]);
  });

  it.each([
    ['gtmId', 'https://www.googletagmanager.com'],
    ['chatAppId', 'https://widget.intercom.io'],
    ['formsPortal', 'https://js.hsforms.net'],
    ['copyrightBadgeId', 'https://images.dmca.com'],
  ])('adds the scripts of %s only when it is configured', (setting, source) => {
    expect(directivesOf({ integrations: { [setting]: 'id-1' } })['script-src']).toContain(source);
    expect(directivesOf({})['script-src']).not.toContain(source);
  });

  it('adds the scripts and frames of embeds that are configured', () => {
    const directives = directivesOf({ integrations: { embeds: ['reddit'] } });
    expect(directives['script-src']).toEqual(["'self'", 'https://embed.reddit.com']);
    expect(directives['frame-src']).toEqual(['https://embed.reddit.com']);
  });

  it('never lets inline scripts run, and fits a line of a host’s headers file', () => {
    const integrations = {
      gtmId: 'a',
      chatAppId: 'b',
      formsPortal: 'c',
      copyrightBadgeId: 'd',
      embeds: [...SOCIAL_EMBEDS],
    };
    const site = siteWith({ integrations });
    const { header } = createContentSecurityPolicy(site, null);
    expect(directivesOf({ integrations })['script-src']).not.toContain("'unsafe-inline'");
    expect(header).not.toContain('unsafe-eval');
    expect(header.length).toBeLessThan(1_900);
  });
});

// The settings of the site. Environment variables and flags override them (docs/settings.md).

import { defineSite } from './config/define-site.ts';

export default defineSite({
  brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
  integrations: { embeds: ['instagram', 'reddit', 'twitter'] },
});

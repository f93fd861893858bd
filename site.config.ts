// The owner's settings. Variables of the environment and flags win over what stands here (README, "Settings").

import { defineSite } from './config/define-site.ts';

export default defineSite({
  brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' },
  locales: ['en', 'es', 'pt', 'ua', 'kz'],
  integrations: { embeds: ['instagram', 'reddit', 'twitter'] },
});

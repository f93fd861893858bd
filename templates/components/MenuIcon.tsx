// The icons of the menu items, drawn with one stroke on 24 by 24 units.

import type { ReactNode } from 'react';

/** Path data by page (config/pages.ts) or id of the item (config/menu.ts). An item without a drawing has the frame of the viewfinder. */
const PATHS: Readonly<Record<string, string>> = {
  product: 'M3 5h18v12H3zM9 21h6M12 17v4M7 13l3-3 3 2 4-4',
  mentions: 'M4 4h16v12H10l-5 4v-4H4zM8 9h8M8 12h5',
  'visual-insights': 'M3 8V4h4M17 4h4v4M21 16v4h-4M7 20H3v-4M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8',
  'insights-copilot': 'M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 17v4M17 19h4',
  integrations: 'M4 4h6v6H4zM14 14h6v6h-6zM10 7h4a3 3 0 0 1 3 3v4M7 10v4a3 3 0 0 0 3 3h4',
  'brand-health-tracking': 'M2 13h4l2-5 4 10 3-8 2 3h5',
  'crisis-management': 'M12 3l10 18H2zM12 10v5M12 18v.5',
  'competitor-analysis': 'M5 21V11M12 21V4M19 21v-7M2 21h20',
  'market-research': 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M15 15l6 6M7 11v1M10 8v4M13 10v2',
  'audience-insights':
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M2 20a7 7 0 0 1 14 0M16 5a3.5 3.5 0 0 1 0 7M19 14a7 7 0 0 1 3 6',
  'influencer-discovery': 'M3 10v4h4l8 5V5l-8 5zM18 9a4 4 0 0 1 0 6M8 14v6h3v-4',
  research: 'M5 3h10l4 4v14H5zM14 3v5h5M9 17v-3M12 17v-6M15 17v-2',
  benchmarks: 'M3 17a9 9 0 1 1 18 0M12 17l4-6M3 21h18',
  trends: 'M3 17l6-6 4 4 8-9M15 6h6v6',
  pricing: 'M3 12V4h8l10 10-8 8zM8 8.5v.5',
  clients: 'M12 3l2.7 5.8 6.3.8-4.6 4.3 1.2 6.3L12 17l-5.6 3.2 1.2-6.3L3 9.6l6.3-.8z',
  blog: 'M5 3h14v18H5zM9 8h6M9 12h6M9 16h4',
  webinars: 'M3 5h18v11H3zM10 8l5 2.5-5 2.5zM8 20h8',
  'e-books': 'M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1v14',
  'help-centre': 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M9 10a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17v.5',
  academy: 'M12 4l10 5-10 5L2 9zM6 11v5c3 3 9 3 12 0v-5M22 9v6',
  'social-listening-dashboards': 'M3 4h8v7H3zM13 4h8v4h-8zM13 11h8v9h-8zM3 14h8v6H3z',
  about: 'M4 21V8l8-5 8 5v13zM9 21v-6h6v6M9 10h.5M14.5 10h.5',
  careers: 'M3 8h18v12H3zM8 8V4h8v4M3 13h18M12 12v3',
  contacts: 'M3 5h18v14H3zM3 6l9 7 9-7',
  'ambassadors-program': 'M12 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10M9 12l-2 9 5-3 5 3-2-9',
};
const VIEWFINDER = 'M3 8V4h4M17 4h4v4M21 16v4h-4M7 20H3v-4';

export function MenuIcon({ id }: { readonly id: string }): ReactNode {
  return (
    <svg className="menu-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[id] ?? VIEWFINDER} />
    </svg>
  );
}

import type { PageFolder } from '../../frame/page.ts';

export const settingsPages = {
  chapter: { id: 'settings', title: 'Settings', icon: 'settings', of: 'both', isApart: true },
  pages: [{ paths: ['/settings/:chapter?/:id?'], load: () => import('./settings.tsx').then((page) => page.Settings) }],
} as const satisfies PageFolder;

import type { PageFolder } from '../../frame/page.ts';

export const settingsPages = {
  section: { id: 'settings', title: 'Settings', icon: 'settings', of: 'instance' },
  pages: [{ paths: ['/settings/:section?/:id?'], load: () => import('./settings.tsx').then((page) => page.Settings) }],
} as const satisfies PageFolder;

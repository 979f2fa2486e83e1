import type { PageFolder } from '../../frame/page.ts';

export const startPages = {
  section: { id: 'start', title: 'Start', icon: 'home', of: 'instance', shortcut: 'goStart', foot: 'Start' },
  pages: [{ paths: ['/'], load: () => import('./start.tsx').then((page) => page.Start) }],
} as const satisfies PageFolder;

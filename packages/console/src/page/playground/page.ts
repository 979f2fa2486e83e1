import type { PageFolder } from '../../frame/page.ts';

export const playgroundPages = {
  section: { id: 'playground', title: 'Playground', icon: 'playground', of: 'both', shortcut: 'goPlayground' },
  pages: [
    { paths: ['/playground', '/projects/:project/playground'], load: () => import('./playground.tsx').then((page) => page.Playground) },
  ],
} as const satisfies PageFolder;

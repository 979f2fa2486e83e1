import type { PageFolder } from '../../frame/page.ts';

export const connectPages = {
  section: { id: 'connect', title: 'Connect', icon: 'link', of: 'project', isRare: true, hasAction: true },
  pages: [{ paths: ['/projects/:project/connect'], load: () => import('./connect.tsx').then((page) => page.Connect) }],
} as const satisfies PageFolder;

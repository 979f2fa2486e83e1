import type { PageFolder } from '../../frame/page.ts';

export const transferPages = {
  section: { id: 'promote', title: 'Promote and import', icon: 'transfer', of: 'project', isRare: true, hasAction: true },
  pages: [
    { paths: ['/projects/:project/promote'], load: () => import('./promote.tsx').then((page) => page.Promote) },
    { paths: ['/projects/:project/transfer'], load: () => import('./transfer.tsx').then((page) => page.Transfer) },
  ],
} as const satisfies PageFolder;

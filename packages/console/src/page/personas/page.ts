import type { PageFolder } from '../../frame/page.ts';

export const personasPages = {
  section: { id: 'personas', title: 'Test users', icon: 'user', of: 'project', isRare: true },
  pages: [{ paths: ['/projects/:project/personas'], load: () => import('./personas-page.tsx').then((page) => page.PersonasPage) }],
} as const satisfies PageFolder;

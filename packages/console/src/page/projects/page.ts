import type { PageFolder } from '../../frame/page.ts';

export const projectsPages = {
  section: { id: 'projects', title: 'Projects', icon: 'projects', of: 'instance', foot: 'Projects' },
  pages: [{ paths: ['/projects'], load: () => import('./projects.tsx').then((page) => page.Projects) }],
} as const satisfies PageFolder;

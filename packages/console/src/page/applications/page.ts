import type { PageFolder } from '../../frame/page.ts';

export const applicationsPages = {
  section: { id: 'applications', title: 'Applications', icon: 'applications', of: 'both' },
  pages: [
    {
      paths: ['/applications', '/projects/:project/applications'],
      load: () => import('./applications.tsx').then((page) => page.Applications),
    },
    { paths: ['/applications/:application'], load: () => import('./application-page.tsx').then((page) => page.ApplicationPage) },
  ],
} as const satisfies PageFolder;

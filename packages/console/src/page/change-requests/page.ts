import type { PageFolder } from '../../frame/page.ts';

export const changeRequestsPages = {
  section: { id: 'change-requests', title: 'Change requests', icon: 'requests', of: 'project', shortcut: 'goRequests', foot: 'Requests' },
  pages: [
    { paths: ['/projects/:project/change-requests'], load: () => import('./change-requests.tsx').then((page) => page.ChangeRequests) },
    {
      paths: ['/projects/:project/change-requests/:id'],
      load: () => import('./change-request.tsx').then((page) => page.ChangeRequestPage),
    },
  ],
} as const satisfies PageFolder;

import type { PageFolder } from '../../frame/page.ts';

export const segmentsPages = {
  section: { id: 'segments', title: 'Segments', icon: 'segments', of: 'both', shortcut: 'goSegments' },
  pages: [
    { paths: ['/segments', '/projects/:project/segments'], load: () => import('./segments.tsx').then((page) => page.Segments) },
    {
      paths: ['/segments/:id', '/projects/:project/segments/:id'],
      load: () => import('./segment-page.tsx').then((page) => page.SegmentPage),
    },
  ],
} as const satisfies PageFolder;

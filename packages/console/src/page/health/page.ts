import type { PageFolder } from '../../frame/page.ts';

export const healthPages = {
  section: { id: 'health', title: 'Health', icon: 'health', of: 'project', hasAction: true },
  pages: [
    { paths: ['/projects/:project/health'], load: () => import('./health.tsx').then((page) => page.HealthPage) },
    { paths: ['/projects/:project/insights'], load: () => import('./insights.tsx').then((page) => page.Insights) },
    { paths: ['/projects/:project/archive'], load: () => import('./archive.tsx').then((page) => page.Archive) },
  ],
} as const satisfies PageFolder;

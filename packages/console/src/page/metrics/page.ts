import type { PageFolder } from '../../frame/page.ts';

export const metricsPages = {
  section: { id: 'metrics', title: 'Metrics', icon: 'metrics', of: 'project', isRare: true },
  pages: [{ paths: ['/projects/:project/metrics'], load: () => import('./metrics-page.tsx').then((page) => page.MetricsPage) }],
} as const satisfies PageFolder;

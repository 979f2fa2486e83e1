import type { PageFolder } from '../../frame/page.ts';

export const featurePages = {
  pages: [{ paths: ['/projects/:project/features/:feature/:tab?'], load: () => import('./feature.tsx').then((page) => page.Feature) }],
} as const satisfies PageFolder;

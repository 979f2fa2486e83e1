import type { PageFolder } from '../../frame/page.ts';

export const whyPages = {
  pages: [{ paths: ['/projects/:project/features/:feature/why'], load: () => import('./why.tsx').then((page) => page.Why) }],
} as const satisfies PageFolder;

import type { PageFolder } from '../../frame/page.ts';

export const featuresPages = {
  section: { id: 'features', title: 'Features', icon: 'features', of: 'both', shortcut: 'goFeatures', foot: 'Features' },
  pages: [{ paths: ['/projects/:project', '/features'], load: () => import('./features.tsx').then((page) => page.Features) }],
} as const satisfies PageFolder;

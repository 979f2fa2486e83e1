import type { PageFolder } from '../../frame/page.ts';

export const projectSettingsPages = {
  pages: [{ paths: ['/projects/:project/settings'], load: () => import('./project-settings.tsx').then((page) => page.ProjectSettings) }],
} as const satisfies PageFolder;

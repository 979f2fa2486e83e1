import type { PageFolder } from '../../frame/page.ts';

export const projectSettingsPages = {
  section: { id: 'settings', title: 'Project settings', icon: 'sliders', of: 'project' },
  pages: [
    { paths: ['/projects/:project/settings'], load: () => import('./project-settings.tsx').then((page) => page.ProjectSettings) },
    {
      paths: ['/projects/:project/settings/protection/:environment'],
      load: () => import('./protection-page.tsx').then((page) => page.ProtectionPage),
    },
  ],
} as const satisfies PageFolder;

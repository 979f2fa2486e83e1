import type { PageFolder } from '../../frame/page.ts';

export const releaseTemplatesPages = {
  section: { id: 'release-templates', title: 'Release templates', icon: 'milestones', of: 'both', isRare: true },
  pages: [
    {
      paths: ['/release-templates', '/projects/:project/release-templates'],
      load: () => import('./templates.tsx').then((page) => page.Templates),
    },
    {
      paths: ['/release-templates/:id', '/projects/:project/release-templates/:id'],
      load: () => import('./template-page.tsx').then((page) => page.TemplatePage),
    },
  ],
} as const satisfies PageFolder;

import type { PageFolder } from '../../frame/page.ts';

export const auditPages = {
  section: { id: 'audit', title: 'Audit', icon: 'audit', of: 'both', shortcut: 'goAudit', foot: 'Audit' },
  pages: [
    { paths: ['/audit', '/projects/:project/audit'], load: () => import('./audit.tsx').then((page) => page.Audit) },
    { paths: ['/audit/:id'], load: () => import('./event-page.tsx').then((page) => page.EventPage) },
  ],
} as const satisfies PageFolder;

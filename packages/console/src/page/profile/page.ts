import type { PageFolder } from '../../frame/page.ts';

export const profilePages = {
  section: { id: 'profile', title: 'Profile', icon: 'user', of: 'instance', isApart: true },
  pages: [{ paths: ['/profile'], load: () => import('./profile.tsx').then((page) => page.Profile) }],
} as const satisfies PageFolder;

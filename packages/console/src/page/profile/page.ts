import type { PageFolder } from '../../frame/page.ts';
import { frameTexts } from '../../frame/texts.ts';

export const profilePages = {
  section: { id: 'profile', title: frameTexts.frame.profile, icon: 'user', of: 'instance', isApart: true },
  pages: [{ paths: ['/profile'], load: () => import('./profile.tsx').then((page) => page.Profile) }],
} as const satisfies PageFolder;

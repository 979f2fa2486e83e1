import type { PageFolder } from '../../frame/page.ts';
import { frameTexts } from '../../frame/texts.ts';

export const playgroundPages = {
  section: { id: 'playground', title: frameTexts.frame.playground, icon: 'playground', of: 'both', shortcut: 'goPlayground' },
  pages: [
    { paths: ['/playground', '/projects/:project/playground'], load: () => import('./playground.tsx').then((page) => page.Playground) },
  ],
} as const satisfies PageFolder;

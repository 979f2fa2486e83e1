import type { PageFolder } from '../../frame/page.ts';

export const commandLinePages = {
  pages: [
    { paths: ['/authorize'], load: () => import('./authorize.tsx').then((page) => page.Authorize) },
    { paths: ['/device'], load: () => import('./device.tsx').then((page) => page.Device) },
  ],
} as const satisfies PageFolder;

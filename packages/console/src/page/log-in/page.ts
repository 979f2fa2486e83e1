import type { PageFolder } from '../../frame/page.ts';

export const logInPages = {
  pages: [
    { paths: ['/login'], load: () => import('./log-in.tsx').then((page) => page.LogIn), isAlone: true },
    { paths: ['/forgotten'], load: () => import('./forgotten.tsx').then((page) => page.Forgotten), isAlone: true },
    { paths: ['/new-user'], load: () => import('./choose-password.tsx').then((page) => page.NewUser), isAlone: true },
    { paths: ['/reset-password'], load: () => import('./choose-password.tsx').then((page) => page.ResetPassword), isAlone: true },
    { paths: ['/stop-watching'], load: () => import('./stop-watching.tsx').then((page) => page.StopWatching), isAlone: true },
    { paths: ['/invite/:token'], load: () => import('./sign-up.tsx').then((page) => page.SignUp), isAlone: true },
  ],
} as const satisfies PageFolder;

import { testEnvironment } from './environment.ts';
import { findExecutable } from './servers/executables.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of Chromium: from `CHROMIUM`, or an installed one, or undefined. */
export function findBrowser(): string | undefined {
  return testEnvironment.chromium ?? names.map((name) => findExecutable(name)).find((path) => path !== undefined);
}

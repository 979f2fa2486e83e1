import { testEnvironment } from './environment.ts';
import { findExecutable } from './servers/executables.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium that is installed here, or that `CHROMIUM` names; undefined where there is none. */
export function findBrowser(): string | undefined {
  return testEnvironment.chromium ?? names.map((name) => findExecutable(name)).find((path) => path !== undefined);
}

import { spawn } from 'node:child_process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a page in the user's browser. Rejects if the system cannot open pages. */
export function openBrowser(url: string): Promise<void> {
  const [opener, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(opener, [...words, url], { stdio: 'ignore', detached: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

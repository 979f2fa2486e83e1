import { equal, ok } from 'node:assert/strict';
import { isConsoleAddress } from '../addresses.ts';
import { pageFolders } from './pages.ts';

describe('the addresses of the console', () => {
  it('match every page of the console', () => {
    const paths = pageFolders.flatMap(({ pages }) => pages.flatMap((page) => page.paths.map((path) => path.replaceAll(/:\w+\??/g, 'x'))));
    ok(paths.length > 3);
    for (const path of paths) ok(isConsoleAddress(path), path);
  });

  it('do not match API paths', () => {
    for (const path of [
      '/api/admin/projects',
      '/auth/simple/login',
      '/invite/5f1d/validate',
      '/new-user/more',
      '/health',
      '/ready',
      '/logins',
      '/devices',
      '/authorize/x',
      '/loginx',
      '/docs',
      '/metrics',
      '/edge/validate',
    ])
      equal(isConsoleAddress(path), false, path);
  });
});

import { equal, ok } from 'node:assert/strict';
import { isConsoleAddress } from '../../addresses.ts';
import { movedTo } from './moved.ts';

const edit = '/projects/shop/features/a.b%20c/strategies/edit';

describe('an address of an earlier console', () => {
  const addresses: readonly (readonly [path: string, search: string, address: string])[] = [
    [edit, '?environmentId=production&strategyId=01M7', '/projects/shop/features/a.b%20c?in=production'],
    ['/projects/shop/features/x/metrics', '', '/projects/shop/features/x/usage'],
    ['/projects/shop/features/x/logs', '', '/projects/shop/features/x/history'],
    ['/projects/shop/features', '', '/projects/shop'],
    ['/projects/shop/logs', '', '/projects/shop/audit'],
    ['/projects/shop/changes', '', '/projects/shop/change-requests'],
    ['/projects/shop/changes/7', '', '/projects/shop/change-requests/7'],
    ['/history', '', '/audit'],
    ['/admin/users', '', '/settings/users'],
    ['/admin/api', '', '/settings/api-tokens'],
    ['/admin/auth/oidc', '', '/settings/sign-on'],
    ['/integrations', '', '/settings/webhooks'],
    ['/context', '', '/settings/context-fields'],
    ['/profile/security', '', '/profile'],
  ];
  for (const [path, search, address] of addresses) {
    it(`${path} redirects to ${address}`, () => {
      equal(movedTo(path, search), address);
      ok(isConsoleAddress(path));
      ok(isConsoleAddress(address.split('?', 1)[0] ?? ''));
      equal(movedTo(address.split('?', 1)[0] ?? '', ''), null);
    });
  }

  it('does not redirect unknown addresses', () => {
    for (const path of [
      '/',
      '/projects',
      '/projects/shop',
      '/projects/shop/features/x',
      '/projects/shop/features/x/usage',
      '/api/admin/features',
    ])
      equal(movedTo(path, ''), null, path);
  });

  it('never redirects to another host', () => {
    for (const path of ['/projects//evil.example/features', '/projects/%2F%2Fevil.example/logs', '/projects/\\evil.example/logs']) {
      const address = movedTo(path, '');
      ok(address === null || new URL(address, 'https://own.example').host === 'own.example', path);
    }
  });
});

import { deepEqual, equal } from 'node:assert/strict';
import { destinationOf, normalizeUrl } from './routing.ts';

describe('routing', () => {
  const destinations: Record<string, string> = {
    '/api/client/features': 'delivery raw',
    '/api/frontend': 'delivery raw',
    '/api/proxy/client/metrics': 'delivery raw',
    '/ofrep/v1/evaluate/flags': 'delivery raw',
    '/edge/validate': 'delivery raw',
    '/auth/simple/login': 'identity',
    '/logout': 'identity',
    '/api/admin/user': 'identity',
    '/api/admin/user-admin/search': 'identity',
    '/api/admin/api-tokens/abc': 'identity',
    '/api/admin/projects/shop/access': 'identity',
    '/api/admin/projects/shop/api-tokens/1': 'identity',
    '/api/admin/events': 'audit',
    '/api/admin/events/checkout': 'audit',
    '/api/admin/playground': 'playground',
    '/api/admin/playground/advanced': 'playground',
    '/api/admin/projects': 'toggles',
    '/api/admin/projects/access/features': 'toggles',
    '/api/admin/projects/shop/features/users': 'toggles',
    '/api/admin/maintenance': 'toggles',
    '/api/admin/set-aside/identity': 'identity',
    '/api/admin/set-aside/audit/replay': 'audit',
    '/api/admin/set-aside/nobody': 'toggles',
  };
  for (const [path, destination] of Object.entries(destinations)) {
    it(`sends ${path} to ${destination}`, () => {
      const found = destinationOf(path);
      equal(`${found?.service}${found?.raw ? ' raw' : ''}`, destination);
    });
  }

  for (const path of ['/', '/internal/authenticate', '/api', '/api/clients', '/api/administration', '/metrics']) {
    it(`sends ${path} to nobody`, () => equal(destinationOf(path), null));
  }

  it('takes repeated slashes for one, in the path only', () => {
    deepEqual(['//api///admin//events', '/a?next=//b', '/a/b'].map(normalizeUrl), ['/api/admin/events', '/a?next=//b', '/a/b']);
  });
});

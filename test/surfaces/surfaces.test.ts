import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventDefinitions, exchanges } from '@signalbox/contracts';
import { changesNothing, prefixFinder } from '@signalbox/kit';
import { loadServices, surfaces } from '@signalbox/standalone/services';

describe('the surfaces of the product', () => {
  it('are those of the services in the list, in the same order', async () => {
    deepEqual(
      (await loadServices()).map(({ surface }) => surface),
      surfaces,
    );
  });

  it('bind event queues to everything or to events that a service emits', () => {
    const patterns = surfaces
      .flatMap(({ queues = [] }) => queues.flatMap(({ bindings }) => bindings))
      .flatMap(({ exchange, pattern }) => (exchange === exchanges.events ? [pattern] : []));
    const keys = new Set([...eventDefinitions.values()].map(({ service, type }) => `${service}.${type}`));
    ok(patterns.length > 5);
    deepEqual(
      patterns.filter((pattern) => pattern !== '#' && !keys.has(pattern)),
      [],
    );
  });

  it('route every path to the service that declares it', async () => {
    const find = prefixFinder(surfaces);
    for (const { name, routes } of await loadServices())
      for (const { declaration } of routes) equal(find(declaration.path)?.service, name, declaration.path);
  });
});

describe('Idempotency-Key', () => {
  it('has one effect on every write of an authenticated caller, or is rejected', async () => {
    const services = await loadServices();
    const writes = services.flatMap((service) =>
      service.routes
        .map(({ declaration }) => ({ service, declaration }))
        .filter(({ declaration: { method, transaction } }) => method !== 'get' && transaction !== changesNothing.transaction),
    );
    ok(writes.length > 200);
    const unclaimed = writes.filter(
      ({ service: { migrations }, declaration: { transaction } }) => migrations === undefined && transaction?.repetitions !== 'refused',
    );
    deepEqual(
      unclaimed.map(({ declaration: { path } }) => path),
      [],
    );
    const storedSecrets = writes.filter(
      ({ declaration: { holdsSecret, transaction } }) => holdsSecret && transaction?.repetitions === 'replayed',
    );
    deepEqual(
      storedSecrets.map(({ declaration: { path } }) => path),
      [],
    );
  });
});

describe('the path', () => {
  const find = prefixFinder(surfaces);
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
    '/api/admin/addons': 'integrations',
    '/api/admin/addons/7/events': 'integrations',
    '/api/admin/projects/shop/change-requests': 'change-requests',
    '/api/admin/projects/shop/change-requests/7/state': 'change-requests',
    '/api/admin/projects/shop/environments/production/change-requests': 'change-requests',
    '/api/admin/projects/shop/environments/production': 'toggles',
    '/api/admin/projects': 'toggles',
    '/api/admin/projects/access/features': 'toggles',
    '/api/admin/projects/shop/features/users': 'toggles',
    '/api/admin/maintenance': 'toggles',
    '/api/admin/dead-letters/identity': 'identity',
    '/api/admin/dead-letters/audit/replay': 'audit',
    '/api/admin/dead-letters/change-requests': 'change-requests',
    '/api/admin/dead-letters/nobody': 'toggles',
  };
  for (const [path, destination] of Object.entries(destinations)) {
    it(`${path} leads to ${destination}`, () => {
      const found = find(path);
      equal(`${found?.service}${found?.credential === undefined ? '' : ' raw'}`, destination);
    });
  }

  for (const path of ['/', '/internal/authenticate', '/api', '/api/clients', '/api/administration', '/metrics']) {
    it(`${path} belongs to no service`, () => equal(find(path), undefined));
  }
});

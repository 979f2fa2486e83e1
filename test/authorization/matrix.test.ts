import { equal, ok } from 'node:assert/strict';
import { audit } from '@signalbox/audit';
import { identity } from '@signalbox/identity';
import type { RouteDeclaration, Service } from '@signalbox/kit';
import { playground } from '@signalbox/playground';
import { type Answer, type TestApp, type Client, start } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';

/** Something plausible for each parameter, so that a route is found and what decides is who calls. */
const parameters: Readonly<Record<string, string>> = {
  projectId: 'default',
  environment: 'development',
  strategyId: '00000000-0000-7000-8000-000000000000',
};

const pathOf = (declaration: RouteDeclaration) =>
  declaration.path.replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'nothing-like-it');

function call(client: Client, { method }: RouteDeclaration, path: string): Promise<Answer> {
  if (method === 'get' || method === 'delete') return client[method](path);
  return client[method](path, {});
}

const needsPermission = ({ permission }: RouteDeclaration) => permission !== 'public' && permission !== 'authenticated';

/** The permission is checked by the handler, which finds the project first. */
const isCheckedInside = ({ scope }: RouteDeclaration) => scope === 'project of the feature';

for (const service of [toggles, audit, identity, playground] as readonly Service[]) {
  describe(`who may call the routes of ${service.name}`, () => {
    let app: TestApp;
    before(async () => {
      app = await start([service], { ownIdentity: service.name === 'identity' });
    });
    after(() => app.close());

    for (const { declaration } of service.routes) {
      const name = `${declaration.method.toUpperCase()} ${declaration.path}`;
      const path = pathOf(declaration);

      if (declaration.permission !== 'public') {
        it(`${name} refuses nobody with 401`, async () => {
          const { status, body } = await call(app.as(null), declaration, path);
          equal(status, 401);
          equal(body.name, 'AuthenticationRequired');
        });
      }

      if (service.name !== 'identity' && declaration.permission !== 'public') {
        it(`${name} refuses a client token with 403`, async () => {
          const { status, body } = await call(app.as(app.users.clientToken), declaration, path);
          equal(status, 403);
          equal(body.name, 'NoAccessError');
        });
      }

      if (service.name !== 'identity' && needsPermission(declaration) && !isCheckedInside(declaration)) {
        it(`${name} refuses a viewer with 403 and names what is missing`, async () => {
          const { status, body } = await call(app.as(app.users.viewer), declaration, path);
          equal(status, 403);
          ok(body.permissions.length > 0);
        });
      }

      if (service.name === 'identity') continue;
      it(`${name} lets an administrator pass`, async () => {
        const { status, body } = await call(app.as(app.users.admin), declaration, path);
        ok(status < 500 && status !== 401 && body?.name !== 'NoAccessError', `${status}`);
      });
    }
  });
}

describe('declarations of routes', () => {
  const routes = [toggles, audit, identity, playground].flatMap(({ routes: own }) => own.map(({ declaration }) => declaration));

  it('are one per method and path', () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    equal(new Set(names).size, names.length);
  });

  for (const declaration of routes.filter(({ method }) => method !== 'get')) {
    it(`${declaration.method.toUpperCase()} ${declaration.path} says which events it states, or why none`, () => {
      const { events } = declaration;
      ok(events, 'no events and no reason');
      if ('none' in events) ok(events.none.length > 10);
      else ok(events.length > 0);
    });
  }
});

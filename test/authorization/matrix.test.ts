import { equal, fail, notEqual, ok } from 'node:assert/strict';
import { type FailureName, roleIds } from '@signalbox/contracts';
import { delivery } from '@signalbox/delivery';
import { identity } from '@signalbox/identity';
import type { RouteDeclaration, Service } from '@signalbox/kit';
import { loadServices } from '@signalbox/standalone/services';
import { type Client, type TestApp, eventually, start, testEnvironment } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { type IdentityApp, randomHex, startIdentity } from '../../services/identity/src/identity-app.fixture.ts';
import { call, declarationsOf, needsPermission, pathOf } from './routes.ts';

/** Failures that do not prove a refusal of the caller: refused input, and malformed requests. */
const refusals = new Set<FailureName>([
  'AuthenticationRequired',
  'NoAccessError',
  'ValidationError',
  'BadRequestError',
  'ContentTypeError',
]);

/**
 * True if the request was refused because of its caller. Public routes may refuse input such as a wrong password without checking the
 * caller.
 */
const isTurnedAway = ({ permission, failures }: RouteDeclaration, refusal: FailureName | undefined): boolean =>
  refusal !== undefined && refusals.has(refusal) && !(permission === 'public' && failures.includes(refusal));

/** Other services that a service needs in order to respond. */
const peers: Readonly<Record<string, readonly Service[]>> = { playground: [toggles], 'change-requests': [toggles] };

/** Callers of a service: real users and tokens if the service owns them, otherwise test users that the app trusts. */
interface Callers {
  readonly anonymous: Client;
  readonly clientToken: Client;
  readonly viewer: Client;
  /** A service account with the viewer role. */
  readonly serviceAccount: Client;
  /** Tokens of users and service accounts, by kind. Only in identity, which owns them. */
  readonly tokens?: Readonly<Record<TokenOfSomebody, Client>>;
  /** Returns a new session each time, because a route may end the caller's session. */
  admin(): Promise<Client>;
  close(): Promise<void>;
}

const tokensThatCount = ['a viewer’s personal token', 'a service account’s token', 'an administrator’s personal token'] as const;
const tokensThatDoNot = [
  'an expired personal token',
  'a revoked personal token',
  'a revoked token of a service account',
  'a token of a deleted service account',
] as const;
type TokenOfSomebody = (typeof tokensThatCount)[number] | (typeof tokensThatDoNot)[number];

async function callersOf(service: Service): Promise<Callers> {
  if (service.name === identity.name) return callersOfIdentity();
  const app = await start([service, ...(peers[service.name] ?? [])]);
  return {
    anonymous: app.as(null),
    clientToken: app.as(app.users.clientToken),
    viewer: app.as(app.users.viewer),
    serviceAccount: app.as({ ...app.users.viewer, kind: 'service-account' }),
    admin: async () => app.as(app.users.admin),
    close: () => app.close(),
  };
}

async function callersOfIdentity(): Promise<Callers> {
  const secret = `default:development.${randomHex()}`;
  const app = await startIdentity({ settings: { INIT_CLIENT_API_TOKENS: secret } });
  const { client: viewer } = await app.someone(roleIds.viewer);
  const tokens = await tokensOf(app, viewer);
  return {
    anonymous: app.as(null),
    clientToken: app.holding('token', secret),
    viewer,
    serviceAccount: tokens['a service account’s token'],
    tokens,
    admin: async () => app.holding('session', await app.logIn('admin')),
    close: () => app.close(),
  };
}

async function tokensOf(app: IdentityApp, viewer: Client): Promise<Record<TokenOfSomebody, Client>> {
  const soonMs = 60_000;
  const issue = async (issuer: Client, path: string, description: string, aheadMs = 1000 * soonMs) => {
    const { body } = await issuer.post(path, { description, expiresAt: new Date(Date.now() + aheadMs).toISOString() });
    return { client: app.holding('token', body.secret), path: `${path}/${body.id}` };
  };
  const account = async (username: string) => {
    const { body } = await app.admin.post(accounts, { username, rootRole: roleIds.viewer });
    return `${accounts}/${body.id}`;
  };
  const own = '/api/admin/user/tokens';
  const accounts = '/api/admin/service-account';
  const [robot, gone] = [await account('robot'), await account('gone')];
  const expired = await issue(viewer, own, 'expired', soonMs);
  const revoked = await issue(viewer, own, 'revoked');
  const revokedOfAccount = await issue(app.admin, `${robot}/token`, 'revoked');
  const ofDeleted = await issue(app.admin, `${gone}/token`, 'its own');
  for (const path of [revokedOfAccount.path, gone]) await app.admin.delete(path);
  await viewer.delete(revoked.path);
  app.wait(soonMs);
  return {
    'a viewer’s personal token': (await issue(viewer, own, 'counts')).client,
    'a service account’s token': (await issue(app.admin, `${robot}/token`, 'counts')).client,
    'an administrator’s personal token': (await issue(app.admin, own, 'counts')).client,
    'an expired personal token': expired.client,
    'a revoked personal token': revoked.client,
    'a revoked token of a service account': revokedOfAccount.client,
    'a token of a deleted service account': ofDeleted.client,
  };
}

/**
 * docs/reference/permissions.md lists the permitted callers of every route, computed by the function that authorizes requests. Calling the
 * first route of each method over HTTP shows that the function decides for its requests.
 */
const isFirstOfItsMethod = (declaration: RouteDeclaration, declarations: readonly RouteDeclaration[]): boolean =>
  declarations.find(({ method }) => method === declaration.method) === declaration;

const once = testEnvironment.way === 'standalone';

/** Its routes authenticate tokens themselves; tokens.test.ts covers them. */
const knowsTokensItself = (service: Service) => service.name === delivery.name;

const all = await loadServices();

for (const service of all.filter((each) => !knowsTokensItself(each))) {
  const declarations = declarationsOf(service);
  if (declarations.length === 0) continue;
  describe(`authorization of the routes of ${service.name}`, () => {
    let callers: Callers;
    before(async () => {
      callers = await callersOf(service);
    });
    after(() => callers.close());

    const guarded = declarations.filter(({ permission }) => permission !== 'public');
    const restricted = declarations.filter(needsPermission);
    for (const declaration of declarations) {
      const name = `${declaration.method.toUpperCase()} ${declaration.path}`;
      const path = pathOf(declaration);

      if (isFirstOfItsMethod(declaration, guarded)) {
        it(`refuses an anonymous caller with 401: ${name}`, async () => {
          const { status, body } = await call(callers.anonymous, declaration, path);
          equal(status, 401);
          equal(body.name, 'AuthenticationRequired');
        });

        it(`refuses a client token with 403: ${name}`, async () => {
          const { status, body } = await call(callers.clientToken, declaration, path);
          equal(status, 403);
          equal(body.name, 'NoAccessError');
        });
      }

      if (isFirstOfItsMethod(declaration, restricted)) {
        it(`refuses a service account with the viewer role with 403: ${name}`, async () => {
          equal((await call(callers.serviceAccount, declaration, path)).status, 403);
        });

        it(`refuses a viewer with 403 and names the missing permission: ${name}`, async () => {
          const { status, body } = await call(callers.viewer, declaration, path);
          equal(status, 403);
          ok(body.permissions.length > 0);
        });
      }

      it(`accepts an administrator: ${name}`, async () => {
        const admin = await callers.admin();
        const { status, body } = await eventually(async () => {
          const answer = await call(admin, declaration, path);
          // A service that has just started may not have its peers yet. A declared 503 may last, but comes after the check of the caller.
          if (!declaration.failures.includes('UnavailableError')) notEqual(answer.status, 503);
          return answer;
        });
        ok((status < 500 || status === 503) && !isTurnedAway(declaration, body?.name), `${status} ${JSON.stringify(body)}`);
      });
    }
  });
}

/** Routes that change a user's factors, or log a device in, require a session; tokens are not accepted. */
const needsSession = ({ method, path }: RouteDeclaration): boolean =>
  method !== 'get' && /^\/api\/admin\/user\/(?:step-up$|factors\/|devices(?:\/|$))/.test(path);

describe('tokens of users and service accounts', () => {
  let callers: Callers;
  before(async () => {
    callers = await callersOf(identity);
  });
  after(() => callers.close());

  // All tokens are looked up in the same way, so a few routes are sufficient.
  const some = (_: RouteDeclaration, index: number) => index % 10 === 0;
  const declarations = declarationsOf(identity)
    .filter(({ permission }) => permission !== 'public')
    .filter(some);
  for (const declaration of declarations) {
    const name = `${declaration.method.toUpperCase()} ${declaration.path}`;
    const callWith = async (token: TokenOfSomebody) => {
      const client = callers.tokens?.[token] ?? fail(token);
      return (await call(client, declaration, pathOf(declaration))).status;
    };

    for (const token of tokensThatDoNot) {
      it(`are refused with 401 at ${name}: ${token}`, async () => equal(await callWith(token), 401));
    }

    for (const token of tokensThatCount) {
      const isRefused = needsSession(declaration) || (needsPermission(declaration) && !token.startsWith('an administrator'));
      it(`are ${isRefused ? 'refused' : 'accepted'} at ${name}: ${token}`, async () => equal((await callWith(token)) === 403, isRefused));
    }
  }
});

/** Requests for routes whose handler determines the project. Their objects are in the default project. */
const inDefault: Readonly<Record<string, (made: Made) => { readonly path: string; readonly body?: unknown }>> = {
  'PUT /api/admin/projects/:projectId/features/:featureName/variants-batch': () => ({
    path: '/api/admin/projects/default/features/ours/variants-batch',
    body: { environments: ['development'], variants: [] },
  }),
  'POST /api/admin/features/:featureName/tags': () => ({ path: '/api/admin/features/ours/tags', body: { type: 'simple', value: 'red' } }),
  'PUT /api/admin/features/:featureName/tags': () => ({
    path: '/api/admin/features/ours/tags',
    body: { addedTags: [{ type: 'simple', value: 'red' }], removedTags: [] },
  }),
  'DELETE /api/admin/features/:featureName/tags/:type/:value': () => ({ path: '/api/admin/features/ours/tags/simple/red' }),
  'POST /api/admin/archive/revive/:featureName': () => ({ path: '/api/admin/archive/revive/resting' }),
  'DELETE /api/admin/archive/:featureName': () => ({ path: '/api/admin/archive/buried' }),
  'POST /openfeature/v0/manifest/flags': () => ({
    path: '/openfeature/v0/manifest/flags',
    body: { key: 'pushed', type: 'boolean', defaultValue: false },
  }),
  'PUT /openfeature/v0/manifest/flags/:featureName': () => ({
    path: '/openfeature/v0/manifest/flags/ours',
    body: { key: 'ours', type: 'boolean', defaultValue: false },
  }),
  'DELETE /openfeature/v0/manifest/flags/:featureName': () => ({ path: '/openfeature/v0/manifest/flags/leaving' }),
  'POST /api/admin/segments': () => ({ path: '/api/admin/segments', body: { name: 'new', project: 'default', constraints: [] } }),
  'PUT /api/admin/segments/:id': ({ segment }) => ({
    path: `/api/admin/segments/${segment}`,
    body: { name: 'ours', project: 'default', constraints: [] },
  }),
  'DELETE /api/admin/segments/:id': ({ leaving }) => ({ path: `/api/admin/segments/${leaving}` }),
  'POST /api/admin/segments/strategies': ({ strategy }) => ({
    path: '/api/admin/segments/strategies',
    body: { projectId: 'default', environmentId: 'development', strategyId: strategy, segmentIds: [] },
  }),
};

interface Made {
  readonly segment: number;
  /** Another segment, to be deleted. */
  readonly leaving: number;
  readonly strategy: string;
}

describe('routes whose path does not name the project', () => {
  let app: TestApp;
  let made: Made;
  before(async () => {
    app = await start([toggles]);
    const admin = app.as(app.users.admin);
    const features = '/api/admin/projects/default/features';
    await admin.post('/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' });
    for (const name of ['ours', 'buried', 'resting', 'leaving']) await admin.post(features, { name });
    for (const name of ['buried', 'resting']) await admin.delete(`${features}/${name}`);
    const segment = await admin.post('/api/admin/segments', { name: 'ours', project: 'default', constraints: [] });
    const strategy = await admin.post(`${features}/ours/environments/development/strategies`, { name: 'default' });
    const leaving = await admin.post('/api/admin/segments', { name: 'leaving', project: 'default', constraints: [] });
    made = { segment: segment.body.id, leaving: leaving.body.id, strategy: strategy.body.id };
  });
  after(() => app.close());

  for (const { declaration } of toggles.routes.filter((route) => route.declaration.scope === 'project of the feature')) {
    const name = `${declaration.method.toUpperCase()} ${declaration.path}`;
    const send = (client: Client) => {
      const { path, body } = inDefault[name]?.(made) ?? { path: 'no example' };
      return declaration.method === 'delete' ? client.delete(path) : client[declaration.method as 'post'](path, body);
    };

    it(`refuse callers with 403 who have the permission in another project only: ${name}`, async () => {
      const neighbor = app.users.someone();
      await app.users.grant(neighbor, roleIds.owner, 'elsewhere');
      const { status, body } = await send(app.as(neighbor));
      equal(status, 403, JSON.stringify(body));
      ok(body.permissions.length > 0);
    });

    it(`accept the owner of the project: ${name}`, async () => {
      const owner = app.users.someone();
      await app.users.grant(owner, roleIds.owner, 'default');
      const { status, body } = await send(app.as(owner));
      ok(status < 300, `${status} ${JSON.stringify(body)}`);
    });
  }
});

describe('route declarations', () => {
  const routes = all.flatMap(declarationsOf);

  it('require a token only if another suite covers their tokens', () => {
    equal(all.filter(knowsTokensItself).length, 1);
    equal(declarationsOf(delivery).length, delivery.routes.length);
  });

  it('are unique by method and path', () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    equal(new Set(names).size, names.length);
  });

  for (const declaration of routes.filter(({ method }) => once && method !== 'get')) {
    it(`list the events of ${declaration.method.toUpperCase()} ${declaration.path}, or the reason for none`, () => {
      const { events } = declaration;
      ok(events, 'no events and no reason');
      if ('none' in events) ok(events.none.length > 10);
      else ok(events.length > 0);
    });
  }
});

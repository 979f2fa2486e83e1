import { deepEqual, equal } from 'node:assert/strict';
import { delivery } from '@signalbox/delivery';
import type { RouteDeclaration } from '@signalbox/kit';
import { type Answer, eventually, start, type TestApp } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';

const kinds = ['client', 'frontend'] as const;

const requiredBy = ({ permission }: RouteDeclaration): readonly string[] => [permission].flat().map((name) => name.toLowerCase());

describe('the routes of delivery', () => {
  let app: TestApp;
  const tokens: Record<string, string> = {};
  before(async () => {
    app = await start([delivery, toggles]);
    for (const type of [...kinds, 'admin'] as const) tokens[type] = await app.users.token({ type });
    await eventually(async () =>
      equal((await app.with({ authorization: tokens['client'] ?? '' }).get('/api/client/features')).status, 200),
    );
  });
  after(() => app.close());

  const call = async ({ method, path }: RouteDeclaration, headers: Record<string, string>): Promise<Answer> => {
    const client = app.with(headers);
    const target = path.replace(/:\w+/, 'nothing-like-it');
    return method === 'get' ? client.get(target) : client.post(target, {});
  };
  const isLetIn = ({ status, body }: Answer) => status < 500 && status !== 401 && body?.name !== 'NoAccessError';

  for (const { declaration } of delivery.routes) {
    const name = `${declaration.method.toUpperCase()} ${declaration.path}`;
    if (declaration.permission === 'public') {
      it(`require no token: ${name}`, async () => equal((await call(declaration, {})).status === 401, false));
      continue;
    }

    it(`refuse a request without a token with 401: ${name}`, async () => {
      const { status, body } = await call(declaration, {});
      deepEqual([status, body.name], [401, 'AuthenticationRequired']);
    });

    for (const kind of kinds) {
      const isRequired = requiredBy(declaration).includes(kind);
      it(`${isRequired ? 'accept' : 'refuse'} a ${kind} token: ${name}`, async () => {
        const answer = await call(declaration, { authorization: tokens[kind] ?? '' });
        equal(isLetIn(answer), isRequired, `${answer.status}`);
        if (!isRequired) deepEqual([answer.status, answer.body.permissions], [403, [declaration.permission].flat()]);
      });
    }

    it(`accept an admin token: ${name}`, async () => {
      equal(isLetIn(await call(declaration, { authorization: tokens['admin'] ?? '' })), true);
    });

    it(`${declaration.usersToo ? 'accept a user as well' : 'do not accept a user instead of a token'}: ${name}`, async () => {
      const client = app.as(declaration.permission === 'ADMIN' ? app.users.admin : app.users.viewer);
      const target = declaration.path.replace(/:\w+/, 'nothing-like-it');
      const answer = declaration.method === 'get' ? await client.get(target) : await client.post(target, {});
      equal(isLetIn(answer), declaration.usersToo === true, `${answer.status}`);
    });
  }
});

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Client } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/api-tokens';
type Listed = { id: number; secret: string; tokenName: string; type: string };

describe('list tokens', () => {
  let app: IdentityApp;
  const secrets: string[] = [];
  before(async () => {
    app = await startIdentity();
    for (const type of ['admin', 'client', 'frontend']) {
      const { body } = await app.admin.post(path, { tokenName: `the ${type}`, type });
      secrets.push(body.secret);
    }
  });
  after(() => app.close());

  const list = async (who: Client, from = path) => (await who.get(from)).body.tokens as Listed[];

  it('shows an administrator every type, oldest first, without what opens anything', async () => {
    const tokens = await list(app.admin);
    deepEqual(
      tokens.map(({ type }) => type),
      ['admin', 'client', 'frontend'],
    );
    for (const [index, { secret, id }] of tokens.entries()) {
      const complete = secrets[index] ?? '';
      equal(secret, `${complete.slice(0, complete.lastIndexOf('.') + 1)}…${complete.slice(-4)}`);
      ok(Number.isInteger(id));
      equal((await app.holding('token', secret).get(path)).status, 401);
    }
  });

  it('shows an editor client and frontend tokens alone', async () => {
    const { client } = await app.someone(2);
    deepEqual(
      (await list(client)).map(({ type }) => type),
      ['client', 'frontend'],
    );
  });

  it('finds those of a name, and an empty list for another name', async () => {
    const found = await list(app.admin, `${path}/${encodeURIComponent('the client')}`);
    deepEqual(
      found.map(({ tokenName }) => tokenName),
      ['the client'],
    );
    deepEqual(await list(app.admin, `${path}/nothing`), []);
    const { client } = await app.someone(2);
    deepEqual(await list(client, `${path}/${encodeURIComponent('the admin')}`), []);
  });

  it('refuses an anonymous caller with 401 and a viewer with 403', async () => {
    equal((await app.as(null).get(path)).status, 401);
    const { client } = await app.someone(3);
    for (const from of [path, `${path}/name`]) {
      const { status, body } = await client.get(from);
      equal(status, 403);
      match(body.message, /READ_CLIENT_API_TOKEN/);
    }
  });
});

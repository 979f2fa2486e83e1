import { equal } from 'node:assert/strict';
import { fetchTokens, roleIds } from '@signalbox/contracts';
import { type Opened, type OpenParts, service, surface } from '@signalbox/kit';
import { start, type TestApp } from './start.ts';

/** A service that reads tokens, and reads them again with each change of access. */
function reader() {
  const cached = { tokens: -1 };
  const open = async (parts: OpenParts): Promise<Opened> => {
    const read = async () => void (cached.tokens = (await parts.ask(fetchTokens, {})).tokens.length);
    parts.access.onChange(() => void read());
    await read();
    return {};
  };
  return { cached, service: service({ surface: surface({ name: 'reader' }), routes: [], open }) };
}

describe('a change to test users', () => {
  const { cached, service: reading } = reader();
  let app: TestApp;
  before(async () => {
    app = await start([reading]);
  });
  after(() => app.close());

  it('resolves when the services have the access state', async () => {
    const { users, host } = app;
    const member = users.someone();
    const sees = () => host.access.sees(member, 'vault');
    await users.hide('vault');
    equal(sees(), false);
    await users.grant(member, roleIds.member, 'vault');
    equal(sees(), true);
    await users.withdraw(member, roleIds.member, 'vault');
    equal(sees(), false);
    const role = await users.role({ permission: 'CREATE_ADDON' });
    equal(host.access.allows(users.someone(role), ['CREATE_ADDON']), true);
  });

  it('resolves when the services have the tokens', async () => {
    const secret = await app.users.token({});
    equal(cached.tokens, 1);
    await app.users.revoke(secret);
    equal(cached.tokens, 0);
  });
});

import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, hashSecret, stateKeys } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/api-tokens';
const noon = '2026-03-01T12:00:00.000Z';

describe('the last use of a token', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const report = (body: unknown) =>
    app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.state, key: stateKeys.tokensSeen, body: JSON.stringify(body) }]);
  const create = async (tokenName: string): Promise<string> => (await app.admin.post(path, { tokenName, type: 'client' })).body.secret;
  const seenAt = async (tokenName: string) => (await app.admin.get(`${path}/${tokenName}`)).body.tokens[0].seenAt;

  it('is stored for the reported hashes only, and never moves backwards', async () => {
    const [used, idle] = [await create('used'), await create('idle')];
    await report({ hashes: [hashSecret(used), 'unknown'], at: noon });
    await eventually(async () => equal(await seenAt('used'), noon));
    equal(await seenAt('idle'), null);
    await report({ hashes: [hashSecret(used)], at: '2026-03-01T11:00:00.000Z' });
    await report({ hashes: [hashSecret(idle)], at: noon });
    await eventually(async () => equal(await seenAt('idle'), noon));
    equal(await seenAt('used'), noon);
  });

  it('is stored once a minute, and malformed reports are skipped', async () => {
    const hashes = [hashSecret(await create('often'))];
    await report({ hashes, at: noon });
    await eventually(async () => equal(await seenAt('often'), noon));
    await report({ hashes, at: 'soon' });
    await report({ hashes, at: '2026-03-01T12:00:59.999Z' });
    const other = [hashSecret(await create('other'))];
    await report({ hashes: other, at: noon });
    await eventually(async () => equal(await seenAt('other'), noon));
    equal(await seenAt('often'), noon);
    await report({ hashes, at: '2026-03-01T12:01:00.000Z' });
    await eventually(async () => equal(await seenAt('often'), '2026-03-01T12:01:00.000Z'));
  });
});

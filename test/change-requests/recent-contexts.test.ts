import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeRequests } from '@signalbox/change-requests';
import { type Principal, roleIds } from '@signalbox/contracts';
import { delivery } from '@signalbox/delivery';
import { listen } from '@signalbox/host';
import { type Client, clientAs, eventually, openClient, start, type TestApp, testEnvironment } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { Agent } from 'undici';
import { proposals, requests, switchOn } from './changes-app.fixture.ts';

const secretUser = 'nobody-writes-this-name-down';

describe('recent contexts in the impact of a change request', () => {
  let app: TestApp;
  let operator: Client;
  let application: Client;
  let author: Principal;
  let id: number;
  const agent = new Agent();
  const closers: (() => Promise<unknown>)[] = [];

  before(async () => {
    app = await start([changeRequests, toggles, delivery]);
    const urlOf = async (service: string) => {
      const listener = app.host.listeners.get(service);
      if (!listener) throw new Error(`${service} is not running`);
      const listening = await listen(listener, 0, '127.0.0.1');
      closers.push(() => listening.drain());
      return `http://127.0.0.1:${listening.port}`;
    };
    operator = clientAs(await urlOf('toggles'), agent, app.users.admin);
    const token = await app.users.token({ type: 'frontend', projects: ['default'], environment: 'production' });
    application = openClient(await urlOf('delivery'), agent, () => ({ authorization: token }));
    author = app.users.someone();
    await app.users.grant(author, roleIds.member, 'default');
    equal((await operator.post('/api/admin/projects/default/features', { name: 'cart' })).status, 201);
    await protect({});
    const proposed = await app.as(author).post(proposals(), switchOn('cart'));
    equal(proposed.status, 200, JSON.stringify(proposed.body));
    id = proposed.body.id;
  });
  after(async () => {
    await agent.destroy();
    for (const close of closers) await close();
    await app.close();
  });

  const protect = async (demands: object) =>
    equal((await operator.put(`${proposals()}/config`, { changeRequestsEnabled: true, ...demands })).status, 200);
  const recent = async (): Promise<number> => (await app.as(author).get(`${requests}/${id}/impact`)).body.contexts.recent;
  const ask = async () => {
    equal(
      (
        await eventually(async () => {
          const answer = await application.get(`/api/frontend?userId=${secretUser}&plan=gold`);
          equal(answer.status, 200);
          return answer;
        })
      ).status,
      200,
    );
    equal((await application.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: secretUser } })).status, 200);
  };

  it('are collected only if the environment allows it, are deleted immediately otherwise, and are never written to disk', async () => {
    await ask();
    equal(await recent(), 0);

    await protect({ recentContexts: true });
    const { body } = await operator.get('/api/admin/projects/default/change-requests/config');
    deepEqual(body.find(({ environment }: { environment: string }) => environment === 'production').recentContexts, true);
    await eventually(async () => {
      await ask();
      ok((await recent()) > 0);
    });

    await protect({ recentContexts: false });
    equal(await recent(), 0);
    await protect({ recentContexts: true });
    await eventually(async () => equal(await recent(), 0));

    for (const service of ['change-requests', 'toggles'] as const) {
      const events = JSON.stringify(await app.events(service));
      ok(!events.includes(secretUser));
    }
    if (testEnvironment.way === 'standalone') deepEqual(filesWith(app.workspace.dataDir, secretUser), []);
  });
});

/** Returns the files in a folder that contain a text. */
function filesWith(folder: string, text: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Bus } from '@signalbox/bus';
import { delivery } from '@signalbox/delivery';
import { listen, type Listening, openHost, processListener } from '@signalbox/host';
import { identity } from '@signalbox/identity';
import { surfaces } from '@signalbox/standalone/services';
import {
  allStatementsDuring,
  type Client,
  eventually,
  newWorkspace,
  openClient,
  removeWorkspace,
  settingsOf,
  start,
  type TestApp,
  type Workspace,
} from '@signalbox/testing';
import * as fc from 'fast-check';
import { Agent } from 'undici';

const path = '/api/admin/api-tokens';
const unreachable = 'http://127.0.0.1:1';
const adminToken = `*:*.${'c1'.repeat(28)}`;

interface Token {
  readonly id: number;
  readonly secret: string;
}

/** Delivery with its own host. */
interface Replica {
  readonly client: Client;
  close(): Promise<void>;
}

/** A bus that drops messages while `isDeaf`, and does not close the wrapped bus. */
function leaky(bus: Bus, isDeaf: () => boolean): Bus {
  const subscribe: Bus['subscribe'] = (subscription, handle) => bus.subscribe(subscription, (messages) => handle(isDeaf() ? [] : messages));
  const own: Partial<Bus> = { subscribe, close: async () => undefined };
  return new Proxy(bus, {
    get(target, name) {
      const member: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

describe('several deliveries that follow the API tokens', () => {
  let app: TestApp;
  let admin: Client;
  let requested: Listening;
  let agent: Agent;
  let one: Replica;
  let other: Replica;
  let deaf = false;
  let workspaces: Workspace[];

  before(async () => {
    agent = new Agent();
    workspaces = [];
    app = await start([identity], { ownIdentity: true, surfaces, settings: { INIT_ADMIN_API_TOKENS: adminToken } });
    admin = app.holding('token', adminToken);
    requested = await listen(processListener(app.host, [identity]), 0, '127.0.0.1');
    [one, other] = [await open(await newHome(), () => deaf), await open(await newHome())];
  });
  after(async () => {
    await Promise.all([one, other].map((replica) => replica.close()));
    await requested.drain();
    await agent.destroy();
    await app.close();
    for (const workspace of workspaces) await removeWorkspace(workspace);
  });

  async function newHome(): Promise<Workspace> {
    const home = { ...(await newWorkspace()), prefix: app.workspace.prefix };
    workspaces.push(home);
    return home;
  }

  async function open(home: Workspace, isDeaf = () => false): Promise<Replica> {
    const further = { TOGGLES_URL: unreachable, IDENTITY_URL: `http://127.0.0.1:${requested.port}`, CACHE_URL: 'memory:' };
    const settings = settingsOf(home, further, surfaces);
    const host = await openHost([delivery], { settings, surfaces, bus: leaky(app.host.bus, isDeaf) });
    const listening = await listen(processListener(host, [delivery]), 0, '127.0.0.1');
    return {
      client: openClient(`http://127.0.0.1:${listening.port}`, agent, () => ({})),
      async close() {
        await listening.drain();
        await host.close();
      },
    };
  }

  const create = async (more: object = {}): Promise<Token> =>
    (await admin.post(path, { tokenName: 'shop', type: 'client', environment: 'development', projects: ['default'], ...more })).body;
  const known = async ({ client }: Replica, secrets: readonly string[]): Promise<unknown[]> =>
    (await client.post('/edge/validate', { tokens: secrets })).body.tokens;
  /** Resolves when each delivery has all these tokens, or this number of tokens. */
  const know = async (replicas: readonly Replica[], secrets: readonly string[], count = secrets.length): Promise<void> => {
    for (const replica of replicas) await eventually(async () => equal((await known(replica, secrets)).length, count));
  };
  /** Number of reads of the complete list in identity's database during `work`. */
  const listings = async (work: () => Promise<unknown>): Promise<number> =>
    (await allStatementsDuring(app.store('identity'), work, (sql) => /join [`"]api_token/i.test(sql))).length;
  /** Number of reads of the access state during `work`. */
  const stateReadings = async (work: () => Promise<unknown>): Promise<number> =>
    (await allStatementsDuring(app.store('identity'), work, (sql) => /from [`"]known_project[`"]$/i.test(sql))).length;

  it('receive created, changed and revoked tokens without fetching anything', async () => {
    const fetched = await listings(async () => {
      const { id, secret } = await create();
      await know([one, other], [secret]);
      await admin.put(`${path}/${id}`, { expiresAt: new Date(Date.now() + 1500).toISOString() });
      await know([one, other], [secret], 0);
      const second = await create();
      await know([one, other], [second.secret]);
      await admin.delete(`${path}/${second.id}`);
      await know([one, other], [second.secret], 0);
    });
    equal(fetched, 0);
  });

  it('do not fetch the access state if only tokens and users change, in any process', async () => {
    const read = await stateReadings(async () => {
      const user = { username: randomUUID(), password: 'Correct-horse-1', rootRole: 3 };
      equal((await admin.post('/api/admin/user-admin', user)).status, 201);
      for (let count = 0; count < 3; count += 1) {
        const { secret } = await create();
        await know([one, other], [secret]);
      }
    });
    equal(read, 0);
  });

  it('fetch the list once after a missed change, and continue from there', async () => {
    const missed = await create();
    await know([one, other], [missed.secret]);
    deaf = true;
    await admin.delete(`${path}/${missed.id}`);
    await know([other], [missed.secret], 0);
    deaf = false;
    const fetched = await listings(async () => {
      for (let count = 0; count < 3; count += 1) await know([one, other], [(await create()).secret]);
      await know([one, other], [missed.secret], 0);
    });
    equal(fetched, 1);
  });

  it('have the same tokens after any changes as a new delivery, and as one that was disconnected', async () => {
    const step = fc.record({ what: fc.constantFrom('create', 'create', 'expire', 'rotate', 'delete'), at: fc.nat(50) });
    const made: Token[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const home = await newHome();
        await (await open(home)).close();
        for (const { what, at } of steps) await change(what, made[at % Math.max(1, made.length)]);
        const end = await create();
        made.push(end);
        const secrets = made.slice(-100).map(({ secret }) => secret);
        const returned = await open(home);
        await know([one, other, returned], [end.secret]);
        const fresh = await open(await newHome());
        const expected = await eventually(async () => {
          const all = await known(fresh, secrets);
          ok(all.length > 0);
          return all;
        });
        for (const replica of [one, other, returned]) deepEqual(await known(replica, secrets), expected);
        await Promise.all([fresh, returned].map((replica) => replica.close()));
      }),
      { numRuns: 8 },
    );

    async function change(what: string, token: Token | undefined): Promise<void> {
      if (what === 'create' || !token) return void made.push(await create({ environment: made.length % 2 ? 'development' : 'production' }));
      const own = `${path}/${token.id}`;
      if (what === 'rotate') {
        const { status, body } = await admin.post(`${own}/rotate`, { overlapMinutes: 5 });
        if (status === 201) made.push(body);
      }
      if (what === 'expire') await admin.put(own, { expiresAt: new Date(Date.now() + 3_600_000 + made.length).toISOString() });
      if (what === 'delete') await admin.delete(own);
    }
  });
});

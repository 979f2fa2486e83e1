import { deepEqual, equal, ok } from 'node:assert/strict';
import type { RecentContexts as Message } from '@signalbox/contracts';
import { RecentContexts } from './recent-contexts.ts';

describe('the sampled contexts of applications', () => {
  let sent: Message[];
  let recent: RecentContexts;
  beforeEach(() => {
    sent = [];
    recent = new RecentContexts({ random: () => 0.999, broadcast: async (_key, body) => void sent.push(body as Message) });
    recent.follow([{ project: 'default', environment: 'production' }]);
  });

  const offer = (
    fields: object,
    properties: Record<string, string> = {},
    projects: readonly string[] | '*' = ['default'],
    environment = 'production',
  ) => recent.offer({ environment, projects }, { fields, properties });
  const contexts = async () => {
    await recent.send();
    return sent.splice(0).flatMap((message) => message.contexts);
  };

  it('are sent once, for environments that allow sampling', async () => {
    offer({ appName: 'shop', userId: '1' }, { country: 'no' });
    offer({ userId: '2' }, {}, '*');
    offer({ userId: '3' }, {}, ['default', 'other']);
    offer({ userId: '4' }, {}, ['other']);
    offer({ userId: '5' }, {}, '*', 'development');
    deepEqual(
      await contexts(),
      [
        { projects: ['default'], context: { appName: 'shop', userId: '1', properties: { country: 'no' } } },
        { projects: ['*'], context: { userId: '2', properties: {} } },
        { projects: ['default'], context: { userId: '3', properties: {} } },
      ].map(({ projects, context }) => ({
        projects,
        context: { ...context, properties: Object.assign(Object.create(null), context.properties) },
      })),
    );
    deepEqual(await contexts(), []);
  });

  it('omit sessions, addresses, likely secrets and long values', async () => {
    offer(
      { userId: 'x'.repeat(101), sessionId: 's', remoteAddress: '192.0.2.1', currentTime: 'now' },
      {
        accessToken: 'a',
        Password: 'b',
        'x-api-key': 'c',
        sessionCookie: 'd',
        long: 'y'.repeat(101),
        plan: 'gold',
        ['n'.repeat(101)]: 'e',
      },
    );
    const [{ context } = { context: null }] = await contexts();
    deepEqual(JSON.parse(JSON.stringify(context)), { properties: { plan: 'gold' } });
  });

  it('are limited to fifty with twenty properties each, and to 100,000 characters in total', async () => {
    for (let index = 0; index < 200; index += 1) offer({ userId: String(index) });
    equal((await contexts()).length, 50);
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}`.padStart(90, 'p'), 'v'.repeat(100)]));
    for (let index = 0; index < 50; index += 1) offer({}, properties);
    const large = await contexts();
    ok(large.length > 10 && JSON.stringify(large).length <= 101_000, `${large.length}`);
    equal(Object.keys(large[0]?.context.properties ?? {}).length, 20);
  });

  it('are dropped when the environments that allow sampling change', async () => {
    offer({ userId: '1' });
    recent.follow([]);
    offer({ userId: '2' });
    deepEqual(await contexts(), []);
  });
});

import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { openPlaygroundApp, type PlaygroundApp, resultOf } from './playground-app.fixture.ts';

const context = { appName: 'shop', userId: '7' };
const body = { environments: ['development'], context };
const lines = { headers: { accept: 'application/json;q=0.1, application/x-ndjson' } };
const values = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');
const gradual = (stickiness: string) => ({ name: 'flexibleRollout', parameters: { rollout: '50', stickiness, groupId: 'g' } });

async function openWith(settings: Record<string, string>, names: readonly string[] = ['one'], effects = {}): Promise<PlaygroundApp> {
  const at = await openPlaygroundApp({ settings, effects });
  for (const name of names) {
    await at.createFeature(name);
    await at.addStrategy(name, gradual('default'));
    await at.switchOn(name);
  }
  return at;
}

/** Number of responses from the cache and from evaluation so far. */
async function sources(at: PlaygroundApp): Promise<[cache: number, evaluation: number]> {
  const text = await at.app.host.metrics.registry.metrics();
  const of = (from: string) => Number(new RegExp(`signalbox_playground_answers_total\\{from="${from}"\\} (\\d+)`).exec(text)?.[1]);
  return [of('cache'), of('evaluation')];
}

describe('playground responses', () => {
  describe('large playground responses', () => {
    let at: PlaygroundApp;
    before(async () => {
      at = await openWith({}, ['one', 'two', 'three']);
    });
    after(() => at.close());

    it('arrive completely in many chunks, while other requests are served', async () => {
      const requested = at.ask({ environments: ['development', 'production'], context: { ...context, userId: values(3000) } });
      let answered = false;
      void requested.then(() => (answered = true));
      const beside: boolean[] = [];
      await eventually(async () => {
        equal((await at.askBasic({ environment: 'development', context })).status, 200);
        beside.push(answered);
        return answered;
      });
      const { body: complete, headers } = await requested;
      equal(headers['content-length'], undefined);
      for (const { environments } of complete.features)
        deepEqual([environments.development.length, environments.production.length], [3000, 3000]);
      ok(beside.includes(false), 'nothing was answered meanwhile');
    });

    it('arrive as lines, first the input, then one result each', async () => {
      const { headers, body: text } = await at.ask({ ...body, context: { ...context, userId: values(100) } }, undefined, lines);
      equal(headers['content-type'], 'application/x-ndjson; charset=utf-8');
      const [head, ...results] = (text as string).trimEnd().split('\n');
      equal(JSON.parse(head ?? '').input.context.appName, 'shop');
      deepEqual(
        results.map((line) => JSON.parse(line)).map(({ name, context: { userId } }) => `${name} ${userId}`),
        ['one', 'three', 'two'].flatMap((name) => Array.from({ length: 100 }, (_, index) => `${name} ${index}`)),
      );
    });

    it('are the same in both formats', async () => {
      const [json, ndjson] = [await at.ask(body), await at.ask(body, undefined, lines)];
      const results = (ndjson.body as string).trimEnd().split('\n').slice(1);
      deepEqual(
        results.map((line) => JSON.parse(line)),
        ['one', 'three', 'two'].map((name) => resultOf(json, name)),
      );
    });
  });

  it('are rejected above the limit, with the number of combinations and its factors', async () => {
    const at = await openWith({ PLAYGROUND_LIMIT: '12' }, ['one', 'two']);
    const ask = (userId: string) => at.ask({ environments: ['development', 'production'], context: { appName: 'a', userId } });
    equal((await ask('1,2,3')).status, 200);
    const { status, body: refusal } = await ask('1,2,3,4');
    deepEqual([status, refusal.name], [400, 'BadDataError']);
    match(
      refusal.message,
      /^This request needs 16 evaluations: .*environments \(2\) x features \(2\) x contexts \(4\)\. The maximum is 12 .*Send fewer/,
    );
    const none = await at.ask({ environments: ['development'], projects: [], context: { appName: 'a', userId: values(99) } });
    equal(none.status, 200, 'there is nothing to evaluate');
    await at.close();
  });

  describe('playground responses that exceed their time budget', () => {
    let at: PlaygroundApp;
    before(async () => {
      // The clock only advances when it is read, so the machine's speed does not matter.
      let ms = Date.now();
      const now = () => new Date((ms += 1));
      at = await openWith({ PLAYGROUND_BUDGET_MS: '100', PLAYGROUND_LIMIT: '1000000000' }, ['one'], { now });
    });
    after(() => at.close());
    const endless = { ...body, context: { ...context, userId: values(1000), sessionId: values(1000) } };

    it('are cut off, so that they do not look complete', async () => {
      await rejects(at.ask(endless), /terminated|other side closed|aborted/);
    });

    it('end with an error after complete lines', async () => {
      const { status, body: text } = await at.ask(endless, undefined, lines);
      equal(status, 200);
      const all = (text as string)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      ok(all.length > 2);
      deepEqual(
        all.slice(1, -1).every(({ name }) => name === 'one'),
        true,
      );
      const { error } = all.at(-1);
      deepEqual([error.name, typeof error.id, error.details.length], ['UnavailableError', 'string', 1]);
      match(error.message, /longer than 100 ms \(PLAYGROUND_BUDGET_MS\)/);
    });
  });

  describe('cached playground responses', () => {
    let at: PlaygroundApp;
    before(async () => {
      at = await openWith({});
      await at.operator.post('/api/admin/projects', { id: 'far', name: 'far' });
    });
    after(() => at.close());

    /** Sends the request twice and returns the source of the second response. */
    const secondOf = async (requested: object) => {
      const first = await at.ask(requested);
      const [before] = await sources(at);
      const second = await at.ask(requested);
      deepEqual(second.body, first.body);
      return (await sources(at))[0] > before ? 'cache' : 'evaluation';
    };

    it('are used for the same request', async () => {
      equal(await secondOf(body), 'cache');
      const [before] = await sources(at);
      await at.ask({ context, environments: ['development'] }, at.app.users.editor);
      equal((await sources(at))[0], before + 1);
    });

    it('survive unrelated changes, and are invalid after changes to their content', async () => {
      const requested = { ...body, projects: ['default'] };
      equal(await secondOf(requested), 'cache');
      await at.createFeature('elsewhere', 'far');
      const [before] = await sources(at);
      await at.ask(requested);
      equal((await sources(at))[0], before + 1);
      await at.addStrategy('one', { name: 'default', title: 'Another' });
      const [stored] = await sources(at);
      const { strategies } = resultOf(await at.ask(requested), 'one');
      deepEqual([strategies.data.length, (await sources(at))[0]], [2, stored]);
    });

    it('are used only for callers who see the same projects', async () => {
      await at.createFeature('inside', 'far');
      await at.app.users.hide('far');
      const everything = { ...body, projects: '*' };
      const count = async (as = at.app.users.viewer) => (await at.ask(everything, as)).body.features.length;
      const [all, less] = [await count(at.app.users.admin), await count(at.app.users.someone())];
      notEqual(all, less);
      deepEqual([await count(at.app.users.admin), await count(at.app.users.someone())], [all, less]);
    });

    it('differ by format and by order of the fields', async () => {
      const requested = { ...body, context: { appName: 'shop', userId: '1,2', plan: 'a,b' } };
      const turned = { ...body, context: { appName: 'shop', plan: 'a,b', userId: '1,2' } };
      const orderOf = async (input: object) =>
        (await at.ask(input)).body.features[0].environments.development.map(
          ({ context: { userId, plan } }: { context: Record<string, string> }) => `${userId}${plan}`,
        );
      for (let times = 0; times < 2; times += 1) {
        deepEqual(await orderOf(requested), ['1a', '1b', '2a', '2b']);
        deepEqual(await orderOf(turned), ['1a', '2a', '1b', '2b']);
        equal(typeof (await at.ask(requested, undefined, lines)).body, 'string');
      }
    });

    it('exclude results that depend on the clock, unless the request has the time', async () => {
      await at.createFeature('timed');
      const constraints = [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2020-01-01T00:00:00Z' }];
      await at.addStrategy('timed', { name: 'default', constraints });
      await at.switchOn('timed');
      equal(await secondOf(body), 'evaluation');
      equal(await secondOf({ ...body, context: { ...context, currentTime: '2026-01-01T00:00:00Z' } }), 'cache');
      equal((await at.operator.delete('/api/admin/projects/default/features/timed')).status, 202);
    });

    it('exclude random results', async () => {
      await at.createFeature('chance');
      await at.addStrategy('chance', gradual('random'));
      await at.switchOn('chance');
      const [before] = await sources(at);
      await at.ask(body);
      await at.ask(body);
      equal((await sources(at))[0], before);
      await at.createFeature('sessions');
      equal((await at.operator.delete('/api/admin/projects/default/features/chance')).status, 202);
    });
  });

  it('are not needed: requests are evaluated if the cache is unavailable', async () => {
    const at = await openWith({ CACHE_URL: 'redis://127.0.0.1:1' });
    for (const from of [1, 2]) {
      equal(resultOf(await at.ask(body), 'one').isEnabledInCurrentEnvironment, true);
      deepEqual((await sources(at))[0], 0, `${from}`);
    }
    await at.close();
  });
});

import { deepEqual, equal, ok } from 'node:assert/strict';
import { type AgentsApp, type ConnectedAgent, openAgentsApp } from './agents.fixture.ts';

const maxBytes = 20_000;
const flags = Array.from({ length: 230 }, (_, index) => `flag-${String(index).padStart(3, '0')}`);
const values = Array.from({ length: 250 }, (_, index) => `customer-number-${index}`);
const settings = {
  enabled: true,
  strategies: Array.from({ length: 5 }, (_, index) => ({
    name: 'flexibleRollout',
    title: 'A long title '.repeat(10),
    parameters: { rollout: String(index), stickiness: 'default', groupId: 'x' },
    constraints: [{ contextName: 'userId', operator: 'IN', values }],
  })),
};

describe('answers in a large project', () => {
  let app: AgentsApp;
  let agent: ConnectedAgent;
  before(async () => {
    app = await openAgentsApp();
    agent = await app.connect();
    const documents = flags.map((name, index) => ({
      apiVersion: 'signalbox.dev/v1',
      kind: 'Feature',
      metadata: { name },
      spec: {
        description: 'A description in several words. '.repeat(10),
        environments: { development: index === 0 ? settings : { enabled: true, strategies: [{ name: 'default' }] } },
      },
    }));
    const path = '/api/admin/projects/default';
    const { body } = await app.session.post(`${path}/plan`, { set: null, documents });
    const applied = await app.session.post(`${path}/apply`, { set: null, documents, expect: { hash: body.hash } });
    equal(applied.status, 200, JSON.stringify(applied.body));
  });
  after(() => app.close());

  /** All items of a tool, over as many answers as it takes. */
  const walk = async (tool: string, input: object) => {
    const items: any[] = []; // oxlint-disable-line typescript/no-explicit-any
    let answers = 0;
    for (let cursor: string | undefined = ''; cursor !== undefined; answers += 1) {
      const result = await agent.call(tool, { ...input, ...(cursor !== '' && { cursor }) });
      ok(Buffer.byteLength(result.text) <= maxBytes, `${tool}: ${Buffer.byteLength(result.text)} bytes`);
      equal(result.isError, false, result.text);
      items.push(...(result.data.items ?? []));
      cursor = result.cursor;
    }
    return { items, answers };
  };

  for (const [tool, input] of [
    ['find_flags', {}],
    ['find_flags', { project: 'default' }],
    ['staleness', { project: 'default', all: true }],
    ['compare_environments', { project: 'default', from: 'development', to: 'production' }],
    ['cleanup_plan', { project: 'default', verdict: 'keep' }],
  ] as const)
    it(`${tool} with ${JSON.stringify(input)} returns at most 20 kB, and its cursors lead to each flag once`, async () => {
      const { items, answers } = await walk(tool, input);
      ok(answers > 3);
      const named = items.flatMap(({ flag, environment }) => (tool !== 'compare_environments' || environment ? [flag] : []));
      deepEqual(new Set(named), new Set(flags));
      equal(named.length, flags.length);
    });

  it('history returns at most 20 kB, and its cursors lead to each event once', async () => {
    const { items } = await walk('history', { project: 'default' });
    equal(items.filter(({ type }) => type === 'feature-created').length, flags.length);
  });

  it('code_references returns at most 20 kB, and its cursors lead to each reference once', async () => {
    const references = Array.from({ length: 700 }, (_, line) => ({
      feature: 'flag-000',
      path: 'a'.repeat(90),
      line: line + 1,
      kind: 'evaluation',
    }));
    const scan = { commit: 'abc', scannedAt: '2026-03-02T12:00:00.000Z', sequence: 1, references };
    equal((await app.session.put('/api/admin/projects/default/code-references/shop/branches/main', scan)).status, 200);
    const { items } = await walk('code_references', { project: 'default', flag: 'flag-000' });
    deepEqual(
      items.map(({ line }) => line),
      references.map(({ line }) => line),
    );
  });

  it('get_flag returns at most 20 kB of a large flag, with the number of values that it leaves out', async () => {
    const { items } = await walk('get_flag', { project: 'default', flag: flags[0] });
    deepEqual(
      items.map(({ environment, enabled }) => [environment, enabled]),
      [
        ['development', true],
        ['production', undefined],
      ],
    );
    const cut = items[0].strategies[0].constraints[0].values.at(-1);
    ok(/^… \(\d+ more\)$/.test(cut), cut);
    await walk('plan_change', {
      project: 'default',
      changes: [{ flag: 'copy', patch: { environments: { development: settings, production: settings } } }],
    });
  });
});

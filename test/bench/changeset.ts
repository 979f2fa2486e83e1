// What looking at a set of changes costs toggles: CPU milliseconds per change, and how long each look takes. Run it with
// `npm run bench:changesets`; with TEST_WAY=distributed it uses the servers that TEST_MYSQL_URL, TEST_AMQP_URL and TEST_REDIS_URL name.

import { parseArgs } from 'node:util';
import { type Change, type ChangesetInput, runChangeset } from '@signalbox/contracts';
import { start, type TestApp, testEnvironment } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';

const { values: options } = parseArgs({ options: { times: { type: 'string', default: '5' }, only: { type: 'string', default: '' } } });
const times = readAmount(options, 'times');

const counts = [1, 10, 100, 500];
const perFeature = 10;
const project = '/api/admin/projects/default';

const parametersOf = (feature: string) => ({ rollout: '50', stickiness: 'default', groupId: feature });
const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1', '2', '3'] }];

/** Features with two strategies each, and the ids of these. */
async function seed(app: TestApp): Promise<ReadonlyMap<string, readonly string[]>> {
  const admin = app.as(app.users.admin);
  const ids = new Map<string, readonly string[]>();
  for (let index = 0; index < Math.max(...counts) / perFeature; index++) {
    const name = `feature-${index}`;
    await admin.post(`${project}/features`, { name });
    const path = `${project}/features/${name}/environments/production/strategies`;
    const strategy = { name: 'flexibleRollout', parameters: parametersOf(name) };
    ids.set(name, [(await admin.post(path, strategy)).body.id, (await admin.post(path, strategy)).body.id]);
  }
  return ids;
}

type Mix = (feature: string, strategies: readonly string[], index: number) => Change;

const addition: Mix = (feature) => ({
  action: 'addStrategy',
  feature,
  payload: { name: 'flexibleRollout', parameters: parametersOf(feature), constraints },
});

const update: Mix = (feature, [first, second], index) => ({
  action: 'updateStrategy',
  feature,
  payload: {
    id: index % 2 === 0 ? first : second,
    name: 'flexibleRollout',
    parameters: { ...parametersOf(feature), rollout: String(index) },
  },
});

const switching: Mix = (feature, _ids, index) => ({ action: 'updateEnabled', feature, payload: { enabled: index % 4 < 3 } });

const variants: Mix = (feature, _ids, index) => ({
  action: 'patchVariant',
  feature,
  payload: { variants: [{ name: `v${index}`, weight: 1000, weightType: 'variable', stickiness: 'default' }] },
});

const kinds = [addition, update, switching, variants, addition];
const mixes: Readonly<Record<string, Mix>> = {
  additions: addition,
  mixed: (feature, ids, index) => kinds[index % kinds.length]?.(feature, ids, index) ?? addition(feature, ids, index),
};

function changesOf(mix: Mix, ids: ReadonlyMap<string, readonly string[]>, count: number): ChangesetInput['changes'] {
  const features = [...ids];
  return Array.from({ length: count }, (_, index) => {
    const [feature, strategies] = features[Math.floor(index / perFeature)] ?? ['', []];
    return { id: index + 1, ...mix(feature, strategies, index) };
  });
}

interface Cost {
  readonly cpuMs: number;
  readonly ms: number;
}

/** The middle one of several times. */
async function costOf(times: number, prepare: () => Promise<unknown>, work: () => Promise<unknown>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let time = 0; time < times + 1; time++) {
    await prepare();
    const before = process.cpuUsage();
    const begun = performance.now();
    await work();
    const { user, system } = process.cpuUsage(before);
    costs.push({ cpuMs: (user + system) / 1000, ms: performance.now() - begun });
  }
  const [, ...warm] = costs;
  return warm.toSorted((one, other) => one.cpuMs - other.cpuMs)[Math.floor(warm.length / 2)] ?? { cpuMs: 0, ms: 0 };
}

const app = await start([toggles]);
const ids = await seed(app);
let key = 0;
const run = (changes: ChangesetInput['changes'], more: Partial<ChangesetInput> = {}) =>
  app.host.ask(runChangeset, {
    purpose: 'examine',
    key: null,
    actor: app.users.admin,
    project: 'default',
    environment: 'production',
    changes,
    states: false,
    ...more,
  });
/** Something else in the instance, so that what is known of the last look is no answer. */
const meanwhile = () => app.as(app.users.admin).post(`${project}/features`, { name: `meanwhile-${++key}` });

const looks: Readonly<Record<string, (changes: ChangesetInput['changes']) => Promise<unknown>>> = {
  first: async (changes) => run(changes),
  again: (changes) => run(changes),
  states: async (changes) => run(changes, { states: true }),
};

console.log(`${testEnvironment.way}: CPU ms per change (CPU ms, ms of one look)`);
for (const [title, mix] of selectNamed(Object.entries(mixes), options.only, ([name]) => name)) {
  for (const count of counts) {
    const changes = changesOf(mix, ids, count);
    const cells: string[] = [];
    for (const [name, look] of Object.entries(looks)) {
      const prepare = name === 'again' ? async () => {} : meanwhile;
      const { cpuMs, ms } = await costOf(times, prepare, () => look(changes));
      cells.push(`${name} ${(cpuMs / count).toFixed(3)} (${cpuMs.toFixed(1)}, ${ms.toFixed(0)})`);
    }
    console.log(`${title.padEnd(10)} ${String(count).padStart(4)}  ${cells.join('   ')}`);
  }
}
await app.close();

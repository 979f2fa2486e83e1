import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures } from '../feature/feature.fixture.ts';
import { Feature } from '../feature/feature.ts';
import { toggles } from '../../service.ts';
import { isOn, featureEnvironmentPath, postStrategies } from './strategy.fixture.ts';
import type { SerializedStrategy } from './strategy.ts';

const editors = 10;
const rounds = 3;
const numbers = Array.from({ length: editors }, (_, index) => index);

describe('ten concurrent editors of one feature', () => {
  let app: TestApp;
  const environmentPath = featureEnvironmentPath('busy');
  before(async () => {
    app = await start([toggles], { settings: { FEATURE_ENVIRONMENT_STRATEGIES: '1000' } });
    await postFeatures(app, ['busy', 'patched']);
  });
  after(() => app.close());

  const listed = async (at: string) => (await app.as(app.users.viewer).get(`${at}/strategies`)).body as SerializedStrategy[];
  const editor = () => app.as(app.users.editor);

  it('all succeed, number their strategies without gaps or duplicates and increment the version once per change', async () => {
    const [first, second] = await postStrategies(app, environmentPath, { sortOrder: -2 }, { sortOrder: -1 });
    const versionOf = async () => (await app.store('toggles').reader().findOneOrFail(Feature, { name: 'busy' })).version;
    const before = await versionOf();
    const events = await app.eventsOf('toggles', async () => {
      const work = numbers.map(async (number) => {
        for (let round = 0; round < rounds; round += 1) {
          const added = await editor().post(`${environmentPath}/strategies`, { name: 'default', title: `${number}/${round}` });
          const switched = await editor().post(`${environmentPath}/${(number + round) % 2 ? 'on' : 'off'}`);
          const swapped = number % 2 ? [first, second] : [second, first];
          const order = swapped.map((strategy, index) => ({ id: strategy?.id, sortOrder: index - 2 }));
          const ordered = await editor().post(`${environmentPath}/strategies/set-sort-order`, order);
          deepEqual([added.status, switched.status, ordered.status], [200, 200, 200]);
        }
      });
      await Promise.all(work);
    });
    const strategies = await listed(environmentPath);
    const numbered = strategies.filter(({ id }) => id !== first?.id && id !== second?.id);
    deepEqual(
      numbered.map(({ sortOrder }) => sortOrder),
      Array.from({ length: editors * rounds }, (_, index) => index),
    );
    deepEqual(
      new Set(numbered.map(({ title }) => title)),
      new Set(numbers.flatMap((number) => Array.from({ length: rounds }, (_, round) => `${number}/${round}`))),
    );
    equal((await versionOf()) - before, events.length);
    const switches = events.map(({ type }) => type).filter((type) => type.startsWith('feature-environment-'));
    for (const [index, type] of switches.entries()) {
      equal(type, index % 2 ? 'feature-environment-disabled' : 'feature-environment-enabled');
    }
    equal(await isOn(app, environmentPath), switches.length % 2 === 1);
  });

  it('do not overwrite patches of each other', async () => {
    const at = featureEnvironmentPath('patched');
    const [strategy] = await postStrategies(app, at, {});
    const answers = await Promise.all(
      numbers.map((number) =>
        editor().patch(`${at}/strategies/${strategy?.id}`, [{ op: 'add', path: `/parameters/p${number}`, value: String(number) }]),
      ),
    );
    deepEqual(
      answers.map(({ status }) => status),
      numbers.map(() => 200),
    );
    deepEqual((await listed(at))[0]?.parameters, Object.fromEntries(numbers.map((number) => [`p${number}`, String(number)])));
  });
});

import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, type MetricsCount } from '@signalbox/contracts';
import { beginningOf, hourMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const evaluated = { yes: 1, no: 0, variants: {} };
const began = Date.now();

interface Row {
  readonly appName: string;
  readonly environment: string;
  readonly yes: number;
}
const inProduction = ({ environment }: Row) => environment === 'production';
const sum = (rows: readonly Row[]) => rows.reduce((total, { yes }) => total + yes, 0);

describe('invented usage', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { settings: { USAGE_APPLICATIONS: '20' } });
    await addProject(app, 'other');
    await postFeatures(app, ['menu', 'idle']);
    await postFeatures(app, ['theirs'], 'other');
  });
  after(() => app.close());

  const at = (seconds: number) => new Date(began + seconds * 1000).toISOString();
  const metrics = (counted: MetricsCount['toggles'], more: Partial<MetricsCount> = {}): MetricsCount => ({
    kind: 'metrics',
    appName: 'shop',
    instanceId: 'one',
    environment: 'development',
    timestamp: new Date(beginningOf(hourMs, began)).toISOString(),
    at: at(0),
    toggles: counted,
    ...more,
  });
  const count = (...bodies: unknown[]) =>
    app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body: JSON.stringify(bodies) }]);
  const get = async (path: string) => (await app.as(app.users.admin).get(`/api/admin/${path}`)).body;
  const names = (size: number, prefix: string) => Array.from({ length: size }, (_, index) => `${prefix}-${index}`);

  it('is summed for all unknown variants of a feature', async () => {
    const invented = Object.fromEntries(names(300, 'invented').map((name) => [name, 2]));
    await count(metrics({ menu: { yes: 5, no: 0, variants: { ...invented, disabled: 3 } } }));
    await eventually(async () =>
      deepEqual((await get('client-metrics/features/menu/raw')).data[0]?.variants, { '[other]': 600, disabled: 3 }),
    );
  });

  it('is not counted for features outside the projects of the token', async () => {
    await count(metrics({ theirs: evaluated, idle: evaluated }, { appName: 'foreigner', projects: ['other'] }));
    await eventually(async () => deepEqual((await get('client-metrics/features/theirs')).seenApplications, ['foreigner']));
    deepEqual((await get('client-metrics/features/idle')).seenApplications, []);
    equal((await get('projects/default/features/idle')).environments[0].lastSeenAt, null);
  });

  it('does not block names that are evaluated later, and the oldest names are deleted first', async () => {
    const unknown = async () => ((await get('metrics/unknown-flags')).unknownFlags as { name: string }[]).map(({ name }) => name);
    await count(metrics({ first: evaluated }));
    await eventually(async () => deepEqual(await unknown(), ['first']));
    const junk = Object.fromEntries(names(1200, 'junk').map((name) => [name, evaluated]));
    await count(metrics(junk, { at: at(1) }));
    await count(metrics({ real: evaluated }, { at: at(2) }), metrics({ abroad: evaluated }, { at: at(2), environment: 'production' }));
    await eventually(async () => deepEqual((await unknown()).slice(0, 2).toSorted(), ['abroad', 'real']));
    const { rows } = await left('unknown_flag');
    deepEqual([rows, (await unknown()).includes('first')], [1001, false]);
  });

  it('cannot fill the tables of applications and instances', async () => {
    const reports = names(10_050, 'app').map((appName) => metrics({}, { appName, at: at(3) }));
    await count(...reports);
    await count(metrics({}, { appName: 'latest', at: at(4) }));
    await eventually(async () => equal((await get('metrics/applications/latest')).instances?.length, 1));
    // An additional instance runs in another environment.
    deepEqual([(await left('application')).rows, (await left('application_instance')).rows], [10_000, 10_001]);
  });

  it('cannot fill an hour with names of applications: those above the limit count as one', async () => {
    const flood = names(500, 'flood').map((appName) =>
      metrics({ menu: evaluated, idle: evaluated }, { appName, environment: 'production' }),
    );
    const rows = async () => (await get('client-metrics/features/menu/raw')).data.filter(inProduction) as Row[];
    await count(...flood.slice(0, 300));
    await count(...flood.slice(300));
    await eventually(async () => equal(sum(await rows()), 500));
    equal((await rows()).length, 21);
    const other = (await rows()).find(({ appName }) => appName === '[other]');
    equal(other?.yes, 480);
    await count(metrics({ menu: evaluated }, { appName: 'flood-0', environment: 'production' }));
    await eventually(async () => equal(sum(await rows()), 501));
    equal((await rows()).find(({ appName }) => appName === '[other]')?.yes, 480);
    const next = new Date(beginningOf(hourMs, began) - hourMs).toISOString();
    await count(metrics({ menu: evaluated }, { appName: 'flood-499', environment: 'production', timestamp: next }));
    await eventually(async () =>
      equal(
        (await rows()).some(({ appName }) => appName === 'flood-499'),
        true,
      ),
    );
  });

  it('is dropped for unknown environments', async () => {
    const before = [await left('unknown_flag'), await left('application_instance'), await left('application')];
    await count(...names(30, 'moon').map((environment) => metrics({ nothing: evaluated }, { environment, appName: environment })));
    await count(metrics({ idle: evaluated }, { appName: 'shop' }));
    await eventually(async () => equal((await get('client-metrics/features/idle')).seenApplications.includes('shop'), true));
    deepEqual([await left('unknown_flag'), await left('application_instance'), await left('application')], before);
  });

  it('cannot fill the projects of applications', async () => {
    const projects = names(20, 'project');
    const reports = names(1100, 'of').map((appName) => metrics({}, { appName, projects, at: at(5), environment: 'production' }));
    await count(...reports);
    await eventually(async () => equal((await get('metrics/applications/of-1099')).appName, 'of-1099'));
    const { rows } = await left('application_project');
    equal(rows <= 20_100, true, String(rows));
  });

  async function left(table: string): Promise<{ rows: number }> {
    const rows = await app
      .store('toggles')
      .reader()
      .getKysely<Record<string, Record<string, unknown>>>({ type: 'read' })
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return { rows: Number(rows.rows) };
  }
});

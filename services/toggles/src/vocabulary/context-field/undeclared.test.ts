import { deepEqual, equal, match } from 'node:assert/strict';
import { type Answer, type TestApp, start } from '@signalbox/testing';
import { postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';
import { envelope, importAs, outline, rollout, validatePath } from '../../transfer/features/transfer.fixture.ts';

const naming = (...names: readonly string[]) => names.map((contextName) => ({ contextName, operator: 'IN', values: ['9'] }));
const segments = '/api/admin/segments';

describe('undeclared context fields', () => {
  let app: TestApp;
  const path = `${featureEnvironmentPath('shoes')}/strategies`;
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['shoes']);
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const warns = ({ status, headers, body }: Answer, expected: number, names: RegExp) => {
    equal(status, expected, JSON.stringify(body));
    match(String(headers['x-warning']), names);
  };
  const declared = async () => ((await editor().get('/api/admin/context')).body as { name: string }[]).map(({ name }) => name);

  it('are accepted in constraints, with a warning that names them', async () => {
    const created = await editor().post(path, { name: 'default', constraints: naming('shoeSize', 'userId', 'age') });
    warns(created, 200, /age, shoeSize$/);
    const strategy = `${path}/${created.body.id}`;
    warns(await editor().put(strategy, { constraints: naming('userid') }), 200, /userid$/);
    warns(await editor().patch(strategy, [{ op: 'replace', path: '/constraints', value: naming('width') }]), 200, /width$/);
    const segment = await editor().post(segments, { name: 'tall', constraints: naming('height') });
    warns(segment, 201, /height$/);
    equal(segment.headers['location'], `segments/${segment.body.id}`);
    warns(await editor().put(`${segments}/${segment.body.id}`, { name: 'tall', constraints: naming('length') }), 204, /length$/);
    warns(await editor().post('/api/admin/constraints/validate', naming('weight')[0]), 204, /weight$/);
    deepEqual(
      (await declared()).filter((name) => /^(?:shoeSize|width|length|height|weight)$/.test(name)),
      [],
    );
  });

  it('cause no warning once they are declared', async () => {
    equal((await editor().post('/api/admin/context', { name: 'color' })).status, 201);
    const { headers } = await editor().post(path, { name: 'default', constraints: naming('color') });
    equal(headers['x-warning'], undefined);
  });

  it('must have a valid field name', async () => {
    for (const name of ['shoe size', 'x'.repeat(101)]) {
      const { status, body } = await editor().post(path, { name: 'default', constraints: naming(name) });
      deepEqual([status, body.details[0].path], [404, 'constraints/0/contextName']);
    }
  });

  it('are declared by an import, whose preview warns of them', async () => {
    const strategies = [rollout('brought', { constraints: naming('tier', 'plan', 'userId') })];
    const data = envelope({ features: [{ name: 'brought' }], featureStrategies: strategies, contextFields: [{ name: 'plan' }] });
    const { warnings, errors, permissions } = (await editor().post(validatePath, data)).body;
    deepEqual([warnings.map(({ affectedItems }: { affectedItems: string[] }) => affectedItems), errors, permissions], [[['tier']], [], []]);
    const viewed = (await app.as(app.users.viewer).post(validatePath, data)).body.permissions[0].affectedItems;
    equal(viewed.includes('Create context fields'), true);
    const events = await app.eventsOf('toggles', async () => equal((await importAs(app, data)).status, 200));
    const created = events
      .filter(({ type }) => type === 'context-field-created')
      .map(({ data: field }) => (field as { name: string }).name);
    deepEqual(created, ['plan', 'tier']);
    deepEqual(
      (await declared()).filter((name) => ['plan', 'tier'].includes(name)),
      ['plan', 'tier'],
    );
  });

  it('are declared by a state import', async () => {
    const state = {
      version: 4,
      features: [{ name: 'stated', project: 'default' }],
      featureStrategies: [{ name: 'default', featureName: 'stated', environment: 'development', constraints: naming('ofStrategy') }],
      segments: [{ name: 'stated', constraints: naming('ofSegment', 'userId') }],
    };
    const events = await app.eventsOf('toggles', async () => {
      equal((await app.as(app.users.admin).post('/api/admin/state/import', state)).status, 202);
    });
    equal(outline(events).filter((type) => type === 'context-field-created').length, 2);
    deepEqual(
      (await declared()).filter((name) => name.startsWith('of')),
      ['ofSegment', 'ofStrategy'],
    );
  });

  it('are refused with 404 and not declared by imports if the setting refuses them', async () => {
    const strict = await start([toggles], { settings: { UNDECLARED_CONTEXT_FIELDS: 'refuse' } });
    try {
      await postFeatures(strict, ['shoes']);
      const admin = strict.as(strict.users.editor);
      const answers = [
        await admin.post(path, { name: 'default', constraints: naming('shoeSize') }),
        await admin.post(segments, { name: 'tall', constraints: naming('height') }),
        await admin.post('/api/admin/constraints/validate', naming('weight')[0]),
        await importAs(strict, envelope({ features: [{ name: 'x' }], featureStrategies: [rollout('x', { constraints: naming('tier') })] })),
      ];
      for (const { status, body } of answers) deepEqual([status, body.name], [404, 'NotFoundError']);
    } finally {
      await strict.close();
    }
  });
});

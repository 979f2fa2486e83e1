import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { bare, postFeatures, features, emitted } from '../feature/feature.fixture.ts';

describe('patch feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const patch = (name: string, operations: unknown, headers: Record<string, string> = {}) =>
    app.as(app.users.editor).patch(`${features}/${name}`, operations, { headers });

  it('applies add, remove, replace, copy and move to the metadata and emits one change', async () => {
    const { body: preData } = await app.as(app.users.editor).post(features, { name: 'patched', description: 'first' });
    const data = { ...preData, description: 'kill-switch', impressionData: true, type: 'kill-switch' };
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await patch('patched', [
        { op: 'remove', path: '/description' },
        { op: 'replace', path: '/type', value: 'kill-switch' },
        { op: 'copy', from: '/type', path: '/label' },
        { op: 'move', from: '/label', path: '/description' },
        { op: 'add', path: '/impressionData', value: true },
      ]);
      equal(status, 200);
      deepEqual(body, { ...data, variants: [], strategies: [] });
    });
    deepEqual(emitted(events), [{ ...bare('feature-metadata-updated', 'patched'), data, preData }]);
  });

  it('emits stale-on after the metadata, and archived if that changes', async () => {
    await postFeatures(app, ['aged']);
    const events = await app.eventsOf('toggles', async () => {
      await patch('aged', [{ op: 'replace', path: '/stale', value: true }]);
      await patch('aged', [{ op: 'replace', path: '/archived', value: true }]);
    });
    deepEqual(
      events.map(({ type }) => type),
      ['feature-metadata-updated', 'feature-stale-on', 'feature-metadata-updated', 'feature-archived'],
    );
  });

  it('stores null for a removed description', async () => {
    await app.as(app.users.editor).post(features, { name: 'mute', description: 'first' });
    equal((await patch('mute', [{ op: 'remove', path: '/description' }])).body.description, null);
  });

  it('ignores the name, the project and unknown properties, and emits nothing for them', async () => {
    await postFeatures(app, ['fixed']);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await patch('fixed', [
        { op: 'replace', path: '/name', value: 'other' },
        { op: 'replace', path: '/project', value: 'other' },
        { op: 'replace', path: '/createdAt', value: null },
        { op: 'add', path: '/color', value: 'red' },
      ]);
      equal(status, 200);
      equal(body.name, 'fixed');
      equal(body.project, 'default');
    });
    deepEqual(events, []);
  });

  it('refuses changes of variants with 403', async () => {
    await postFeatures(app, ['varied']);
    for (const operation of [
      { op: 'add', path: '/variants/-', value: {} },
      { op: 'copy', from: '/variants', path: '/description' },
      { op: 'remove', path: '/environments/0/variants' },
    ]) {
      const { status, body } = await patch('varied', [operation]);
      equal(status, 403);
      equal(body.name, 'OperationDeniedError');
    }
  });

  it('refuses an inapplicable operation with 400, names it and changes nothing', async () => {
    await postFeatures(app, ['whole']);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await patch('whole', [
        { op: 'replace', path: '/stale', value: true },
        { op: 'replace', path: '/nothing', value: 1 },
      ]);
      equal(status, 400);
      match(body.message, /Operation 1 .*replace \/nothing/);
    });
    deepEqual(events, []);
  });

  for (const [why, operation, named] of [
    ['the operation test', { op: 'test', path: '/stale', value: true }, /^0\/op/],
    ['an operation without a path', { op: 'remove' }, /^0\/path/],
    ['an inherited property', { op: 'add', path: '/__proto__/polluted', value: 1 }, /__proto__/],
    ['a value of the wrong type', { op: 'replace', path: '/stale', value: 'yes' }, /stale/],
    ['the removal of the type', { op: 'remove', path: '/type' }, /type/],
    ['an unknown type', { op: 'replace', path: '/type', value: 'odd' }, /^type/],
    ['null as the document', { op: 'replace', path: '', value: null }, /document/],
  ] as const) {
    it(`refuses ${why} with 400`, async () => {
      await app.as(app.users.editor).post(features, { name: 'refusing' });
      const { status, body } = await patch('refusing', [operation]);
      equal(status, 400);
      match(body.message, named);
    });
  }

  it('refuses a body that is not a list with 400', async () => {
    await postFeatures(app, ['listed']);
    equal((await patch('listed', { op: 'remove', path: '/description' })).status, 400);
  });

  it('applies all of ten concurrent patches', async () => {
    await postFeatures(app, ['busy']);
    const events = await app.eventsOf('toggles', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => patch('busy', [{ op: 'replace', path: '/description', value: `patch ${index}` }])),
      );
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    });
    deepEqual(
      events.slice(1).map(({ preData }) => preData),
      events.slice(0, -1).map(({ data }) => data),
    );
    equal(events.length, 10);
  });

  it('refuses a stale If-Match with 412', async () => {
    await postFeatures(app, ['guarded']);
    equal((await patch('guarded', [], { 'if-match': '"999"' })).status, 412);
  });

  it('refuses a viewer with 403 and an unknown feature with 404', async () => {
    await postFeatures(app, ['seen']);
    equal((await app.as(app.users.viewer).patch(`${features}/seen`, [])).status, 403);
    equal((await patch('unseen', [])).status, 404);
  });
});

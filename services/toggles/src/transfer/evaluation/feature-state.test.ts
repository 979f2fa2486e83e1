import { deepEqual } from 'node:assert/strict';
import { fetchState } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

describe('feature state', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  it('separates disabled strategies with their positions, and contains the id and title of each strategy', async () => {
    const editor = app.as(app.users.editor);
    await editor.post('/api/admin/projects/default/features', { name: 'cart' });
    const strategies = '/api/admin/projects/default/features/cart/environments/development/strategies';
    const ids: string[] = [];
    for (const strategy of [
      { name: 'default', title: 'first' },
      { name: 'default', disabled: true },
      { name: 'flexibleRollout', parameters: { rollout: '50' } },
    ]) {
      ids.push((await editor.post(strategies, strategy)).body.id);
    }
    const { features } = await app.host.ask(fetchState, { after: null });
    const state = features[0]?.environments['development'];
    deepEqual(
      state?.strategies.map(({ id, title, name }) => ({ id, title, name })),
      [
        { id: ids[0], title: 'first', name: 'default' },
        { id: ids[2], title: undefined, name: 'flexibleRollout' },
      ],
    );
    deepEqual(
      state?.disabledStrategies?.map(({ position, strategy }) => ({ position, id: strategy.id })),
      [{ position: 1, id: ids[1] }],
    );
    deepEqual(Object.keys(features[0]?.environments['production'] ?? {}).sort(), ['enabled', 'strategies', 'variants']);
  });

  it('is paged, with the lowest and highest revision that a page may contain', async () => {
    const { headers } = await app.as(app.users.editor).post('/api/admin/projects/default/features', { name: 'basket' });
    const raised = Number(headers['x-revision']);
    const { revision, reached } = await app.host.ask(fetchState, { after: null });
    deepEqual([revision, reached], [raised, raised]);
  });
});

import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type ChangesApp, openChangesApp, requests, switchOn } from './changes-app.fixture.ts';

describe('the impact of a change request', () => {
  let at: ChangesApp;
  let author: Principal;
  before(async () => {
    at = await openChangesApp();
    author = at.app.users.someone();
    await at.createFeatures('cart', 'applied');
    const persona = { name: 'Norwegian', context: { appName: 'shop', properties: { country: 'no' } } };
    equal((await at.operator.post('/api/admin/projects/default/personas', persona)).status, 201);
  });
  after(() => at.close());

  const forNorway = [
    {
      action: 'addStrategy',
      feature: 'cart',
      payload: { name: 'default', constraints: [{ contextName: 'country', operator: 'IN', values: ['no'] }] },
    },
    switchOn('cart'),
  ];
  const impactOf = (id: number, as = author) => at.app.as(as).get(`${requests}/${id}/impact`);
  const evaluate = (id: number, fields: object, as = author) =>
    at.app.as(as).post(`/api/admin/playground/change-request/${id}`, { context: { appName: 'playground', ...fields } });

  it('lists the saved contexts that flip and the share of users', async () => {
    const { id } = await at.propose(author, forNorway);
    const { status, body } = await impactOf(id);
    equal(status, 200, JSON.stringify(body));
    deepEqual(body.contexts, { personas: 1, recent: 0, generated: 1000 });
    const flip = { before: { enabled: false, variant: null }, after: { enabled: true, variant: null } };
    deepEqual(body.personas, [{ name: 'Norwegian', changes: [{ feature: 'cart', ...flip }] }]);
    deepEqual([body.share, body.features[0].on], [0.5005, { before: 0, after: 0.5005 }]);
  });

  it('shows the resulting evaluation in the playground without applying anything', async () => {
    const { id } = await at.propose(author, forNorway);
    const { status, body } = await evaluate(id, { properties: { country: 'no,se' } });
    equal(status, 200, JSON.stringify(body));
    deepEqual([body.input.environments, body.input.projects], [['production'], ['default']]);
    const [{ name, environments, isEnabled }] = body.features;
    const results = environments.production.map((result: { isEnabled: boolean }) => result.isEnabled);
    deepEqual([name, isEnabled, results], ['cart', true, [true, false]]);
    const { body: cart } = await at.operator.get('/api/admin/projects/default/features/cart/environments/production');
    deepEqual([cart.enabled, cart.strategies], [false, []]);
  });

  it('returns 404 for a draft of another user, and 400 for a closed request', async () => {
    const { id } = await at.propose(author, forNorway);
    const other = at.app.users.someone();
    deepEqual(
      [(await impactOf(id, other)).status, (await evaluate(id, {}, other)).status, (await evaluate(99_999, {})).status],
      [404, 404, 404],
    );
    const applied = await at.approved(at.app.users.someone(), switchOn('applied'));
    equal((await at.ask(at.applier, applied.id, 'Applied')).status, 200);
    for (const { status, body } of [await impactOf(applied.id), await evaluate(applied.id, {})]) {
      equal(status, 400);
      match(body.message, new RegExp(`Change request ${applied.id} is applied`));
    }
  });

  it('is refused in the playground if it would be too expensive', async () => {
    const { id } = await at.propose(author, forNorway);
    const values = Array.from({ length: 150 }, (_, index) => index).join(',');
    const { status, body } = await evaluate(id, { userId: values, sessionId: values });
    equal(status, 400);
    match(body.message, /22500 evaluations; the maximum is 20000/);
  });
});

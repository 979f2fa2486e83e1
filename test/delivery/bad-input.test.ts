import { deepEqual, equal, ok } from 'node:assert/strict';
import { answerWhen, type DeliveryBox, features, namesOn, openDeliveryBox } from './delivery-box.fixture.ts';

const everywhere = '/ofrep/v1/evaluate/flags';
const path = '/api/frontend';

describe('what nobody should ask or set up', () => {
  let world: DeliveryBox;
  let admin: string;
  before(async () => {
    world = await openDeliveryBox();
    admin = world.token({ type: 'admin', environment: '*' });
    equal((await world.operator.post('/api/admin/projects', { id: 'hidden', name: 'Hidden' })).status, 201);
    await world.createFeature('parent', 'hidden');
    for (const name of ['child', 'slow', 'plain']) await world.createFeature(name);
    await world.addStrategy('slow', { name: 'default', constraints: [{ contextName: 'userId', operator: 'REGEX', value: '^(a+)+$' }] });
    const parent = await world.operator.post('/api/admin/projects/default/features/child/dependencies', { feature: 'plain' });
    equal(parent.status, 200, JSON.stringify(parent.body));
    for (const name of ['child', 'slow', 'plain']) await world.switchOn(name);
    const ask = () => world.program(admin).get(`${features}?environment=development`);
    await answerWhen(ask, (answer) => answer.status === 200 && namesOn(answer).length === 3);
  });
  after(() => world.close());

  const on = async (query: string): Promise<string[]> => {
    const { status, body } = await world.program(admin).get(`${path}?environment=development&${query}`);
    equal(status, 200);
    return body.toggles.map(({ name }: { name: string }) => name);
  };

  it('a regular expression that others would never finish is answered at once', async () => {
    const begun = performance.now();
    deepEqual(await on(`userId=${'a'.repeat(5000)}!`), ['child', 'plain']);
    deepEqual(await on(`userId=${'a'.repeat(5000)}`), ['child', 'plain', 'slow']);
    ok(performance.now() - begun < 2000);
  });

  it('an environment that does not exist has every feature, and all of them off', async () => {
    const program = world.program(admin);
    const { status, body } = await program.get(`${features}?environment=nowhere`);
    deepEqual([status, body.features.length, body.features.filter(({ enabled }: { enabled: boolean }) => enabled)], [200, 4, []]);
    deepEqual((await program.get(`${path}?environment=nowhere`)).body, { toggles: [] });
    const answer = await program.post(everywhere, { context: { environment: 'nowhere' } });
    deepEqual([answer.status, answer.body.flags.filter(({ reason }: { reason: string }) => reason !== 'DISABLED')], [200, []]);
  });

  it('parents in a circle, of other projects, or that do not exist are refused when they are set up', async () => {
    const add = async (child: string, parent: string) => {
      const { status } = await world.operator.post(`/api/admin/projects/default/features/${child}/dependencies`, { feature: parent });
      return status;
    };
    deepEqual([await add('plain', 'child'), await add('slow', 'parent'), await add('slow', 'nothing')], [403, 403, 403]);
    deepEqual(await on('userId=7'), ['child', 'plain']);
  });
});

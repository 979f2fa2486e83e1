import { ok } from 'node:assert/strict';
import { exchanges, roleIds } from '@signalbox/contracts';
import { type Answer, type TestApp, type Client, eventually } from '@signalbox/testing';

export const constraint = { contextName: 'plan', operator: 'IN', caseInsensitive: true, inverted: true, values: ['pro'] };
export const number = { contextName: 'plan', operator: 'NUM_GT', value: '7' };
export const payload = { type: 'json', value: '{"a":1}' };
export const strategyVariant = { name: 'blue', weight: 300, weightType: 'fix', stickiness: 'userId', payload };
export const restVariant = { name: 'rest', weight: 700, weightType: 'variable', stickiness: 'userId' };
const overrides = [{ contextName: 'userId', values: ['7'] }];
export const featureVariant = { name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default', payload, overrides };

const shop = '/api/admin/projects/shop';
const cart = `${shop}/features/cart`;
const inDevelopment = `${cart}/environments/development`;

async function does(answer: ReturnType<Client['get']>): Promise<Answer['body']> {
  const { status, body } = await answer;
  ok(status < 300, `${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates a project in which every field is set. Returns the id of its segment. */
export async function setUp(admin: Client): Promise<number> {
  await does(admin.post('/api/admin/context', { name: 'plan' }));
  await does(admin.post('/api/admin/projects', { id: 'shop', name: 'Shop', description: 'All of it' }));
  const { id } = await does(admin.post('/api/admin/segments', { name: 'payers', constraints: [constraint] }));
  await does(admin.post(`${shop}/favorites`));
  const parameters = { rollout: '50', stickiness: 'default', groupId: 'cart' };
  const variants = [strategyVariant, restVariant];
  const defaults = { title: 'usual', disabled: false, sortOrder: 4, constraints: [constraint], variants, segments: [id] };
  const ofNone = { rollout: '20', stickiness: 'default', groupId: '' };
  await does(admin.post(`${shop}/environments/development/default-strategy`, { name: 'flexibleRollout', parameters: ofNone, ...defaults }));
  for (const name of ['cart', 'basket', 'gone'])
    await does(admin.post(`${shop}/features`, { name, type: 'experiment', impressionData: true }));
  await does(
    admin.post(`${inDevelopment}/strategies`, {
      name: 'flexibleRollout',
      title: 'first',
      disabled: false,
      sortOrder: 3,
      parameters,
      constraints: [constraint, number],
      variants,
      segments: [id],
    }),
  );
  await does(admin.put(`${inDevelopment}/variants`, [featureVariant]));
  await does(admin.post(`${inDevelopment}/on`));
  await does(admin.post('/api/admin/features/cart/tags', { value: 'ours', type: 'simple' }));
  await does(admin.post(`${shop}/features/basket/dependencies`, { feature: 'cart', enabled: true, variants: ['red'] }));
  await does(admin.post(`${cart}/favorites`));
  await does(admin.post(`${cart}/comments`, { text: 'Why?' }));
  await does(admin.put(cart, { description: 'What is bought', stale: true }));
  const featureNaming = { pattern: '[a-z]+', example: 'cart', description: 'One word' };
  await does(admin.put(`${shop}/settings`, { mode: 'protected', defaultStickiness: 'userId', featureLimit: 9, featureNaming }));
  return id as number;
}

/** An application reports that it uses `cart`, and a user joins the project. */
export async function reportUse(app: TestApp, admin: Client): Promise<void> {
  const member = app.users.someone();
  await app.users.grant(member, roleIds.member, 'shop');
  await does(app.as(member).get(shop)); // Waits until the grant has arrived.
  const now = new Date().toISOString();
  const toggles = { cart: { yes: 1, no: 0, variants: {} } };
  const count = { kind: 'metrics', appName: 'till', instanceId: 'one', environment: 'development', timestamp: now, at: now, toggles };
  const message = { id: crypto.randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body: JSON.stringify([count]) };
  await app.host.bus.publish([message]);
  await eventually(async () => ok((await does(admin.get(cart)))['lastSeenAt']));
}

/** Requires change requests in the project's development environment. */
export async function protect(app: TestApp): Promise<void> {
  const policy = JSON.stringify({ selfApproval: false, reviewers: null, secondApprovalAbove: null, freezes: [], reasonRequired: false });
  const row = { project_id: 'shop', environment: 'development', required_approvals: 1, policy };
  await app.store('toggles').transaction(async (em) => {
    await em.getKysely<{ protected_environment: typeof row }>().insertInto('protected_environment').values(row).execute();
  });
}

/** Response for one row of each table. */
export async function readAll(admin: Client): Promise<Record<string, Record<string, unknown>>> {
  const feature = await does(admin.get(`${cart}?variantEnvironments=true`));
  const [environment] = feature['environments'];
  const [strategy] = (await does(admin.get(inDevelopment)))['strategies'];
  const { variants } = await does(admin.get(`${inDevelopment}/variants`));
  const child = await does(admin.get(`${shop}/features/basket`));
  const archived = await does(admin.put(`${shop}/features/gone`, { archived: true }));
  const report = await does(admin.get(`${shop}/health-report`));
  const error = (await admin.get(`${shop}/features/nothing`)).body;
  const health = {
    'Health report': report,
    'Health report, environments': report['environments'][0],
    'Health report, stats': report['stats'],
  };
  return {
    Tag: feature['tags'][0],
    Constraint: strategy.constraints[0],
    'Constraint with one value': strategy.constraints[1],
    Payload: strategy.variants[0].payload,
    'Strategy-level variant': strategy.variants[0],
    'Feature-level variant': variants[0],
    'Feature strategy': strategy,
    'Feature environment': environment,
    Feature: feature,
    'Feature, as a child': child,
    'Feature, archived': archived,
    ...health,
    'Error body': error,
  };
}

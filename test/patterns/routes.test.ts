import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Answer, type TestApp, start } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';

const inDefault = '/api/admin/projects/default';
const strategies = `${inDefault}/features/cart/environments/development/strategies`;

interface Refused {
  readonly what: string;
  readonly constraints: readonly object[];
  /** Index among the constraints; empty for all of them together. */
  readonly location: string;
  readonly bound: string;
}

const regex = (value: string, more: object = {}) => ({ contextName: 'userId', operator: 'REGEX', value, ...more });

const refused: readonly Refused[] = [
  {
    what: 'nested repetitions',
    constraints: [regex('^a'), regex(`${'(a?){1000}'.repeat(30)}$`)],
    location: '/1/value',
    bound: 'must compile to at most 1500 instructions for REGEX; got 120003',
  },
  {
    what: 'a long pattern',
    constraints: [regex('a|'.repeat(501))],
    location: '/0/value',
    bound: 'must have at most 1000 characters for REGEX; got 1002',
  },
  {
    what: 'a range of which every character has another case',
    constraints: [regex('[B-\\x{1E942}]', { caseInsensitive: true })],
    location: '/0/value',
    bound: 'must compile to at most 1500 instructions for REGEX; got 1959',
  },
  {
    what: 'three large patterns',
    constraints: [regex('a{1000}'), regex('b{1000}'), regex('c{1000}')],
    location: '',
    bound: 'must contain patterns that together compile to at most 3000 instructions; got 3006',
  },
];

describe('a pattern that is too expensive', () => {
  let app: TestApp;
  let strategy: string;
  let segment: number;
  before(async () => {
    app = await start([toggles]);
    equal((await admin().post(`${inDefault}/features`, { name: 'cart' })).status, 201);
    const added = await admin().post(strategies, { name: 'default' });
    strategy = `${strategies}/${added.body.id}`;
    segment = (await admin().post('/api/admin/segments', { name: 'beta', constraints: [] })).body.id;
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);

  const imported = (constraints: readonly object[]) => ({
    project: 'default',
    environment: 'development',
    data: { features: [{ name: 'cart' }], featureStrategies: [{ featureName: 'cart', name: 'default', constraints }] },
  });
  const state = (constraints: readonly object[]) => ({
    version: 4,
    features: [{ name: 'fresh', project: 'default' }],
    featureStrategies: [{ featureName: 'fresh', environment: 'development', name: 'default', constraints }],
  });

  /** All routes that accept constraints, with the path of the constraints in errors. */
  const routes: readonly (readonly [route: string, send: (constraints: readonly object[]) => Promise<Answer>, path: string])[] = [
    ['POST of a strategy', (constraints) => admin().post(strategies, { name: 'default', constraints }), 'constraints'],
    ['PUT of a strategy', (constraints) => admin().put(strategy, { name: 'default', constraints }), 'constraints'],
    [
      'PATCH of a strategy',
      (constraints) => admin().patch(strategy, [{ op: 'replace', path: '/constraints', value: constraints }]),
      'constraints',
    ],
    [
      'the default strategy of a project',
      (constraints) => admin().post(`${inDefault}/environments/development/default-strategy`, { name: 'flexibleRollout', constraints }),
      'constraints',
    ],
    ['POST of a segment', (constraints) => admin().post('/api/admin/segments', { name: 'dear', constraints }), 'constraints'],
    ['PUT of a segment', (constraints) => admin().put(`/api/admin/segments/${segment}`, { name: 'beta', constraints }), 'constraints'],
    [
      'the import of features',
      (constraints) => admin().post('/api/admin/features-batch/import', imported(constraints)),
      'data/featureStrategies/0/constraints',
    ],
    [
      'the import of a state',
      (constraints) => admin().post('/api/admin/state/import', state(constraints)),
      'featureStrategies/0/constraints',
    ],
    [
      'the import of a state with segments',
      (constraints) => admin().post('/api/admin/state/import', { version: 4, segments: [{ name: 'dear', constraints }] }),
      'segments/0/constraints',
    ],
  ];

  for (const { what, constraints, location, bound } of refused) {
    for (const [route, send, path] of routes) {
      it(`is rejected by ${route} with its location and the limit: ${what}`, async () => {
        const events = await app.eventsOf('toggles', async () => {
          const { status, body } = await send(constraints);
          deepEqual([status, body.name], [400, 'BadDataError'], JSON.stringify(body).slice(0, 300));
          equal(body.details[0].path, `${path}${location}`);
          ok(body.message.startsWith(`${path}${location} ${bound}`), body.message.slice(0, 300));
          ok(body.message.length < 300);
        });
        deepEqual(events, []);
      });
    }
  }

  it('is rejected by the validation of a constraint, for every caller', async () => {
    const [, pattern] = refused[0]?.constraints ?? [];
    const { status, body } = await app.as(app.users.viewer).post('/api/admin/constraints/validate', pattern);
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'value']);
    equal(body.message, 'value must compile to at most 1500 instructions for REGEX; got 120003');
  });

  it('is rejected as a naming pattern for features', async () => {
    const put = (pattern: string) => admin().put(`${inDefault}/settings`, { featureNaming: { pattern } });
    const { status, body } = await put('(a?){1000}'.repeat(30));
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'featureNaming']);
    equal(body.message, 'featureNaming.pattern must compile to at most 1500 instructions; got 120002.');
    equal((await put('[a-z]+(-[a-z0-9]+){1,9}')).status, 200);
    equal((await put('')).status, 200);
  });
});

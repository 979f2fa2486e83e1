import { deepEqual, equal } from 'node:assert/strict';
import { openPlaygroundApp, type PlaygroundApp } from './playground-app.fixture.ts';

const constraints = [{ contextName: 'country', operator: 'IN', values: ['no'] }];

describe('POST /api/admin/playground', () => {
  let at: PlaygroundApp;
  before(async () => {
    at = await openPlaygroundApp();
    await at.operator.post('/api/admin/context', { name: 'country' });
    await at.createFeature('norwegian');
    await at.addStrategy('norwegian', { name: 'default', constraints });
    await at.switchOn('norwegian');
  });
  after(() => at.close());

  const ask = (more: object = {}) => at.askBasic({ environment: 'development', context: { appName: 'shop' }, ...more });
  const isOn = async (context: object) => (await ask({ context: { appName: 'shop', ...context } })).body.features[0].isEnabled;

  it('returns one result per feature, and the input unchanged', async () => {
    const input = { environment: 'development', projects: ['default'], context: { appName: 'shop', properties: { country: 'no' } } };
    const { status, body } = await at.askBasic(input);
    equal(status, 200);
    deepEqual(body.input, input);
    const [{ strategies, ...rest }] = body.features;
    deepEqual(rest, {
      name: 'norwegian',
      projectId: 'default',
      isEnabled: true,
      isEnabledInCurrentEnvironment: true,
      hasUnsatisfiedDependency: false,
      dependencies: [],
      nearest: null,
      variantShare: null,
      variant: { name: 'disabled', enabled: false, feature_enabled: true },
      variants: [],
    });
    deepEqual([strategies.result, strategies.data.length, strategies.data[0].constraints[0].result], [true, 1, true]);
  });

  it('returns only the requested features, and if they have changed', async () => {
    const { body } = await ask({ features: ['norwegian'], at: { revision: 0 } });
    deepEqual([body.features.length, body.features[0].since.same], [1, false]);
    deepEqual((await ask({ features: ['unheard-of'] })).body.features, []);
  });

  it('does not split values at commas', async () => {
    deepEqual(
      [await isOn({ country: 'no' }), await isOn({ properties: { country: 'no' } }), await isOn({ country: 'no,se' })],
      [true, true, false],
    );
  });

  it('warns about ignored values', async () => {
    const { body } = await ask({ context: { appName: 'shop', country: ['no'] } });
    deepEqual([body.warnings, body.features[0].isEnabled], [{ invalidContextProperties: ['country'] }, false]);
  });

  it('rejects input without environment or appName with 400', async () => {
    const details = async (body: object) => {
      const { status, body: answer } = await at.askBasic(body);
      return [status, answer.details[0].path];
    };
    deepEqual(await details({ context: { appName: 'a' } }), [400, 'environment']);
    deepEqual(await details({ environment: 'development', context: {} }), [400, 'context/appName']);
  });

  it('returns one line per feature if lines are requested', async () => {
    const { body } = await at.askBasic({ environment: 'development', context: { appName: 'shop' } }, at.app.users.viewer, {
      headers: { accept: 'application/x-ndjson' },
    });
    const [head, first, ...rest] = (body as string).split('\n');
    deepEqual(JSON.parse(head ?? ''), { input: { environment: 'development', context: { appName: 'shop' } } });
    deepEqual([JSON.parse(first ?? '').name, rest], ['norwegian', ['']]);
  });
});

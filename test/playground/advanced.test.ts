import { deepEqual, equal, match } from 'node:assert/strict';
import { namesOf, openPlaygroundApp, type PlaygroundApp, resultOf } from './playground-app.fixture.ts';

const context = { appName: 'shop', userId: '7' };
const inDevelopment = { environments: ['development'], context };
const offVariant = { name: 'disabled', enabled: false, feature_enabled: false };

describe('POST /api/admin/playground/advanced', () => {
  let at: PlaygroundApp;
  before(async () => {
    at = await openPlaygroundApp();
  });
  after(() => at.close());

  const make = async (name: string, ...strategies: object[]) => {
    await at.createFeature(name);
    const ids: string[] = [];
    for (const strategy of strategies) ids.push(await at.addStrategy(name, { ...strategy }));
    await at.switchOn(name);
    return ids;
  };
  const ask = (more: object = {}) => at.ask({ ...inDevelopment, ...more });

  it('returns the input unchanged', async () => {
    await make('shaped', { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: 'shaped' } });
    const input = { environments: ['development', 'production'], projects: ['default'], context: { ...context, deep: 7 } };
    const { status, body, headers } = await at.ask(input);
    equal(status, 200);
    equal(headers['content-type'], 'application/json; charset=utf-8');
    deepEqual(body.input, input);
  });

  it('returns every part of a strategy with its result', async () => {
    await at.operator.post('/api/admin/context', { name: 'country' });
    const { body: segment } = await at.operator.post('/api/admin/segments', {
      name: 'north',
      constraints: [{ contextName: 'country', operator: 'IN', values: ['no', 'se'] }],
    });
    const variants = [
      { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default', payload: { type: 'string', value: 'b' } },
    ];
    const parameters = { rollout: '100', stickiness: 'default', groupId: 'g' };
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'], inverted: true }];
    const [first, second] = await make(
      'explained',
      { name: 'flexibleRollout', title: 'All but seven', parameters, constraints },
      { name: 'flexibleRollout', parameters, variants, segments: [segment.id] },
    );
    const answer = await ask({ context: { ...context, country: 'no' } });
    const edit = (id?: string) => `/projects/default/features/explained/strategies/edit?environmentId=development&strategyId=${id}`;
    const variant = { name: 'blue', payload: { type: 'string', value: 'b' }, enabled: true, feature_enabled: true };
    const unneeded = { stickiness: 'default', group: 'g', value: null, bucket: null, chance: false };
    const share = { ...unneeded, of: 100, reaches: 100 };
    const variantShare = { ...unneeded, of: 1000 };
    deepEqual(resultOf(answer, 'explained'), {
      name: 'explained',
      environment: 'development',
      projectId: 'default',
      context: { ...context, country: 'no' },
      isEnabled: true,
      isEnabledInCurrentEnvironment: true,
      hasUnsatisfiedDependency: false,
      dependencies: [],
      variant,
      variants,
      nearest: null,
      variantShare,
      strategies: {
        result: true,
        data: [
          {
            id: first,
            name: 'flexibleRollout',
            title: 'All but seven',
            disabled: false,
            parameters,
            result: { evaluationStatus: 'complete', enabled: false },
            share,
            passes: true,
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'], inverted: true, caseInsensitive: false, result: false }],
            segments: [],
            links: { edit: edit(first) },
          },
          {
            id: second,
            name: 'flexibleRollout',
            disabled: false,
            parameters,
            result: { evaluationStatus: 'complete', enabled: true, variant, variants, variantShare },
            share,
            passes: true,
            constraints: [],
            segments: [
              {
                id: segment.id,
                name: 'north',
                result: true,
                constraints: [
                  {
                    contextName: 'country',
                    operator: 'IN',
                    values: ['no', 'se'],
                    inverted: false,
                    caseInsensitive: false,
                    result: true,
                  },
                ],
              },
            ],
            links: { edit: edit(second) },
          },
        ],
      },
    });
    const elsewhere = resultOf(await ask({ context: { ...context, country: 'dk' } }), 'explained');
    deepEqual([elsewhere.isEnabled, elsewhere.variant, elsewhere.strategies.result], [false, offVariant, false]);
    equal(elsewhere.strategies.data[1].segments[0].result, false);
  });

  it('returns the bucket that decides a percentage, and the strategy that comes closest', async () => {
    const parameters = { rollout: '72', stickiness: 'userId', groupId: 'gr1' };
    const constraints = ['1', '2'].map((value) => ({ contextName: 'userId', operator: 'IN', values: [value] }));
    const [, near] = await make('shared', { name: 'default', constraints }, { name: 'flexibleRollout', parameters });
    const { isEnabled, nearest, strategies } = resultOf(await ask({ context: { ...context, userId: '123' } }), 'shared');
    deepEqual([isEnabled, nearest, strategies.data[0].share, strategies.data[1].passes], [false, near, null, false]);
    deepEqual(strategies.data[1].share, {
      stickiness: 'userId',
      group: 'gr1',
      value: '123',
      bucket: 73,
      of: 100,
      chance: false,
      reaches: 72,
    });
  });

  it('returns only the requested features, sorted by name, and ignores unknown ones', async () => {
    for (const name of ['named-b', 'named-a']) await make(name);
    const named = await ask({ features: ['named-b', 'unheard-of', 'named-a', 'named-b'] });
    deepEqual(namesOf(named), ['named-a', 'named-b']);
    deepEqual(namesOf(await ask({ features: ['named-a'], projects: ['far'] })), []);
    deepEqual(namesOf(await ask({ features: [] })), []);
  });

  it('reports if a feature has changed since a revision', async () => {
    await make('changing');
    const since = async (revision: number) => {
      const answer = await ask({ features: ['changing'], at: { revision } });
      return { ...resultOf(answer, 'changing').since, now: Number(answer.headers['x-revision']) };
    };
    const before = await since(0);
    deepEqual([before.same, before.revision > 0], [false, true], 'it was not there');
    await make('elsewhere');
    const later = await since(before.now);
    deepEqual([later.same, later.revision, later.now > before.now], [true, before.revision, true]);
    await at.switchOn('changing', 'production');
    const changed = await since(later.now);
    deepEqual([changed.same, changed.revision > later.now], [false, true]);
    equal((await since(changed.now + 1000)).same, null, 'no such revision');
    equal('since' in resultOf(await ask({ features: ['changing'] }), 'changing'), false);
  });

  it('summarizes each feature by the result of the first environment and context', async () => {
    await make('summed', { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: 'g' } });
    const { body } = await at.ask({ environments: ['production', 'development'], context });
    const { environments, ...summary } = body.features.find(({ name }: { name: string }) => name === 'summed');
    deepEqual(Object.keys(environments), ['production', 'development']);
    deepEqual(summary, {
      name: 'summed',
      projectId: 'default',
      isEnabled: false,
      isEnabledInCurrentEnvironment: false,
      variant: offVariant,
      variants: [],
    });
    equal(environments.development[0].isEnabled, true);
  });

  it('combines comma-separated values, the last field fastest, including properties', async () => {
    await make('combined');
    const { body } = await at.ask({
      environments: ['development', 'production'],
      context: { appName: 'shop', userId: '1,2,3', properties: { country: 'no,se' } },
    });
    const { environments } = body.features.find(({ name }: { name: string }) => name === 'combined');
    deepEqual(
      environments.development.map(({ context: one }: { context: object }) => one),
      ['1', '2', '3'].flatMap((userId) => ['no', 'se'].map((country) => ({ appName: 'shop', userId, country }))),
    );
    equal(environments.production.length, 6);
  });

  it('keeps blanks and empty parts, and does not interpret names', async () => {
    const { body } = await ask({ context: JSON.parse('{"appName":"shop","userId":"a, b,","__proto__":"x"}') as object });
    const [feature] = body.features;
    deepEqual(
      feature.environments.development.map(({ context: one }: { context: Record<string, unknown> }) => JSON.stringify(one)),
      ['a', ' b', ''].map((userId) => `{"appName":"shop","userId":${JSON.stringify(userId)},"__proto__":"x"}`),
    );
  });

  it('evaluates texts, numbers and booleans, and warns about ignored values', async () => {
    const { body } = await ask({ context: { ...context, age: 7, paying: true, list: ['a'], deep: { a: 1 }, none: null } });
    deepEqual(body.warnings, { invalidContextProperties: ['list', 'deep', 'none'] });
    deepEqual(body.features[0].environments.development[0].context, { ...context, age: 7, paying: true });
    equal((await ask()).body.warnings, undefined);
  });

  it('marks a strategy that only the application knows as incomplete, and its feature as off', async () => {
    await at.operator.post('/api/admin/strategies', { name: 'ours', parameters: [] });
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
    await make('custom', { name: 'ours', constraints });
    await make('hosted', { name: 'applicationHostname', parameters: { hostNames: 'a' } });
    for (const name of ['custom', 'hosted']) {
      const { isEnabled, strategies } = resultOf(await ask(), name);
      deepEqual([isEnabled, strategies.result], [false, 'unknown']);
      deepEqual(strategies.data[0].result, { evaluationStatus: 'incomplete', enabled: 'unknown' });
    }
    const { isEnabled, strategies } = resultOf(await ask({ context: { ...context, userId: '8' } }), 'custom');
    deepEqual([isEnabled, strategies.result], [false, false]);
    deepEqual(strategies.data[0].result, { evaluationStatus: 'incomplete', enabled: false });
  });

  it('returns the parts of a disabled strategy without evaluating it', async () => {
    await at.createFeature('paused');
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['8'] }];
    await at.addStrategy('paused', { name: 'default', disabled: true, constraints });
    const alone = resultOf(await ask(), 'paused');
    deepEqual([alone.isEnabled, alone.strategies.result], [false, 'unknown']);
    const [{ disabled, result, constraints: shown }] = alone.strategies.data;
    deepEqual([disabled, result], [true, { evaluationStatus: 'unevaluated', enabled: 'unknown' }]);
    equal(shown[0].result, false);
    await at.addStrategy('paused', { name: 'default' });
    await at.switchOn('paused');
    const together = resultOf(await ask(), 'paused');
    deepEqual([together.isEnabled, together.strategies.result], [true, true]);
  });

  it('returns features of an unknown environment as off, without strategies', async () => {
    const answer = await ask({ environments: ['nowhere'] });
    const { isEnabled, isEnabledInCurrentEnvironment, strategies } = resultOf(answer, 'explained', 'nowhere');
    deepEqual([isEnabled, isEnabledInCurrentEnvironment, strategies], [false, false, { result: false, data: [] }]);
  });

  it('lists an environment once, even if it is requested several times', async () => {
    const { body } = await ask({ environments: ['development', 'development'] });
    deepEqual(Object.keys(body.features[0].environments), ['development']);
    equal(body.features[0].environments.development.length, 1);
  });

  it('treats a missing project, an empty value and * as all projects and an empty list as none, and ignores unknown ones', async () => {
    await at.createProject('far');
    await at.createFeature('far-away', 'far');
    const all = namesOf(await ask());
    deepEqual(all, [...all].sort());
    equal(all.includes('far-away') && all.includes('explained'), true);
    for (const projects of ['*', '', ['default', 'far', 'unheard-of']]) deepEqual(namesOf(await ask({ projects })), all);
    deepEqual(namesOf(await ask({ projects: ['far', 'far'] })), ['far-away']);
    for (const projects of [[], ['unheard-of']]) deepEqual((await ask({ projects })).body.features, []);
  });

  it('omits archived features', async () => {
    await make('leaving');
    equal(namesOf(await ask()).includes('leaving'), true);
    equal((await at.operator.delete('/api/admin/projects/default/features/leaving')).status, 202);
    await make('after-leaving');
    const names = namesOf(await ask());
    deepEqual([names.includes('leaving'), names.includes('after-leaving')], [false, true]);
  });

  it('evaluates in the requested environment unless the context names another', async () => {
    const constraints = [{ contextName: 'environment', operator: 'IN', values: ['development'] }];
    await make('placed', { name: 'default', constraints });
    const [here, elsewhere] = [await ask(), await ask({ context: { ...context, environment: 'test' } })];
    deepEqual([resultOf(here, 'placed').isEnabled, resultOf(here, 'placed').context], [true, context]);
    equal(resultOf(elsewhere, 'placed').isEnabled, false);
    equal(resultOf(await ask({ context: { ...context, environment: '' } }), 'placed').isEnabled, true, 'empty means none');
  });

  it('evaluates a saved context as saved', async () => {
    const saved = await at.operator.post('/api/admin/projects/default/personas', {
      name: 'Two customers',
      context: { appName: 'shop', userId: '1,2', properties: { country: 'no' }, vip: true },
    });
    equal(saved.status, 201);
    const { body } = await ask({ context: saved.body.context, projects: ['default'] });
    deepEqual(
      body.features[0].environments.development.map(({ context: one }: { context: object }) => one),
      ['1', '2'].map((userId) => ({ appName: 'shop', userId, country: 'no', vip: true })),
    );
  });

  describe('with parent features', () => {
    const depend = async (child: string, feature: string, more: object = {}) => {
      const path = `/api/admin/projects/default/features/${child}/dependencies`;
      equal((await at.operator.post(path, { feature, ...more })).status, 200);
      await make(`after-${child}`);
    };

    it('requires an enabled parent, and reports it', async () => {
      const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
      await make('parent', { name: 'default', constraints });
      await make('child', { name: 'default' });
      await depend('child', 'parent');
      const [met, unmet] = [await ask(), await ask({ context: { ...context, userId: '8' } })];
      const of = (answer: typeof met) => {
        const { isEnabled, hasUnsatisfiedDependency, strategies } = resultOf(answer, 'child');
        return [isEnabled, hasUnsatisfiedDependency, strategies.result];
      };
      deepEqual(
        [of(met), of(unmet)],
        [
          [true, false, true],
          [false, true, true],
        ],
      );
    });

    it('can require a disabled parent', async () => {
      await make('old', { name: 'default' });
      await make('new', { name: 'default' });
      await depend('new', 'old', { enabled: false });
      equal(resultOf(await ask(), 'new').hasUnsatisfiedDependency, true);
    });

    it('evaluates parents that are not in the response, and returns their result', async () => {
      const { hasUnsatisfiedDependency, dependencies } = resultOf(await ask({ features: ['child'] }), 'child');
      equal(hasUnsatisfiedDependency, false);
      const given = { enabled: true, variant: null };
      deepEqual(dependencies, [{ feature: 'parent', enabled: true, variants: [], result: true, given }]);
    });
  });

  describe('with private projects', () => {
    it('hides them from users without access', async () => {
      await at.createProject('secret');
      await at.createFeature('hidden', 'secret');
      await at.app.users.hide('secret');
      const someone = at.app.users.someone();
      const named = { ...inDevelopment, projects: ['secret'] };
      deepEqual((await at.ask(named, someone)).body.features, []);
      equal(namesOf(await at.ask(inDevelopment, someone)).includes('hidden'), false);
      deepEqual(namesOf(await at.ask(named, at.app.users.admin)), ['hidden']);
    });
  });

  describe('with invalid input', () => {
    const refusals: [what: string, body: unknown, path: string][] = [
      ['no environments', { context }, 'environments'],
      ['an empty list of environments', { environments: [], context }, 'environments'],
      ['an invalid environment name', { environments: ['a b'], context }, 'environments/0'],
      ['no context', { environments: ['development'] }, 'context'],
      ['no appName', { environments: ['development'], context: {} }, 'context/appName'],
      ['an empty appName', { environments: ['development'], context: { appName: '' } }, 'context/appName'],
      ['an invalid time', { ...inDevelopment, context: { appName: 'a', currentTime: 'tomorrow' } }, 'context/currentTime'],
      [
        'a property that is not a text',
        { ...inDevelopment, context: { appName: 'a', properties: { b: { c: 2 } } } },
        'context/properties/b',
      ],
      ['a user that is not a text', { ...inDevelopment, context: { appName: 'a', userId: {} } }, 'context/userId'],
      ['a project instead of a list', { ...inDevelopment, projects: 'default' }, 'projects'],
      ['features that are not a list', { ...inDevelopment, features: 'a' }, 'features'],
      ['features that are not texts', { ...inDevelopment, features: [{}] }, 'features/0'],
      ['too many features', { ...inDevelopment, features: Array.from({ length: 1001 }, String) }, 'features'],
      ['an invalid revision', { ...inDevelopment, at: { revision: -1 } }, 'at/revision'],
      ['projects that are not texts', { ...inDevelopment, projects: [{}] }, 'projects/0'],
    ];
    for (const [what, body, path] of refusals) {
      it(`rejects ${what} with 400 and the name of the property`, async () => {
        const { status, body: answer } = await at.app.as(at.app.users.viewer).post('/api/admin/playground/advanced', body);
        deepEqual([status, answer.details[0].path], [400, path], JSON.stringify(answer));
      });
    }

    it('rejects other content types with 415, anonymous callers with 401, and applications with 403', async () => {
      const post = (as: Parameters<typeof at.app.as>[0], options = {}) =>
        at.app.as(as).post('/api/admin/playground/advanced', inDevelopment, options);
      equal((await post(at.app.users.viewer, { headers: { 'content-type': 'text/plain' } })).status, 415);
      equal((await post(null)).status, 401);
      equal((await post(at.app.users.clientToken)).status, 403);
    });

    it('rejects too many combinations before the evaluation, with their number', async () => {
      const many = Array.from({ length: 100 }, (_, index) => index).join(',');
      const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, many]));
      const { status, body } = await ask({ context: { ...context, ...fields } });
      deepEqual([status, body.name], [400, 'BadDataError']);
      match(
        body.message,
        /more than 9007199254740991 evaluations: .*environments \(1\) x features \(\d+\) x contexts \(more than 9007199254740991\)/,
      );
    });
  });
});

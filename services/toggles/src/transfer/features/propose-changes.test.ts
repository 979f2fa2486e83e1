import { deepEqual, equal, match } from 'node:assert/strict';
import type { Change } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath, isOn, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';
import { envelope, importAs, importPath, outline, refuses, rollout, validatePath } from './transfer.fixture.ts';

const variant = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' };
const users = { contextName: 'userId', operator: 'IN', values: ['7'] };

describe('an import into a protected environment', () => {
  let app: TestApp;
  let project: string;
  let number = 0;
  before(async () => {
    app = await start([toggles]);
  });
  beforeEach(async () => {
    project = `guarded-${++number}`;
    await addProject(app, project);
    await protect(app, project, 'production');
  });
  after(() => app.close());

  /** Creates a user who may write features, but not in the environment. */
  const author = async () => {
    const user = app.users.someone();
    await app.users.grant(user, await app.users.role({ permission: 'CREATE_FEATURE' }, { permission: 'UPDATE_FEATURE' }), project);
    return user;
  };
  const into = (data: Readonly<Record<string, unknown>>) => envelope(data, { project, environment: 'production' });
  const nameOf = (name: string) => `${project}.${name}`;
  const path = (name: string) => featureEnvironmentPath(nameOf(name), 'production', project);

  it('creates the features with their metadata, and proposes the rest', async () => {
    await postFeatures(app, [nameOf('old')], project);
    const [existing] = await postStrategies(app, path('old'), { title: 'Before' });
    await app.as(app.users.admin).post(`${path('old')}/on`);
    const data = into({
      features: [
        { name: nameOf('new'), description: 'Fresh' },
        { name: nameOf('old'), description: 'Changed' },
      ],
      featureStrategies: [rollout(nameOf('new'), { constraints: [users] }), rollout(nameOf('old'))],
      featureEnvironments: [
        { name: nameOf('new'), enabled: true, variants: [variant] },
        { name: nameOf('old'), enabled: false },
      ],
      featureTags: [{ featureName: nameOf('new'), tagType: 'simple', tagValue: 'moved' }],
      dependencies: [{ feature: nameOf('new'), dependencies: [{ feature: nameOf('old') }] }],
    });
    const user = await author();
    let header: unknown;
    const events = await app.eventsOf('toggles', async () => {
      const { status, body, headers } = await importAs(app, data, user);
      deepEqual([status, body], [200, { skippedArchivedFeatures: [] }]);
      header = headers['x-changes-proposed'];
    });
    deepEqual(outline(events), [
      `feature-created ${nameOf('new')}`,
      `feature-metadata-updated ${nameOf('old')}`,
      'tag-created',
      `feature-tagged ${nameOf('new')}`,
      'changes-proposed',
      'features-imported',
    ]);
    const { data: proposed, project: where, environment, createdByUserId } = events.at(-2) ?? {};
    deepEqual([where, environment, createdByUserId], [project, 'production', user.id]);
    const { changes } = proposed as { changes: Change[] };
    const content = (name: string, more: Readonly<Record<string, unknown>> = {}) => {
      const { featureName: _, ...strategy } = rollout(nameOf(name), more);
      return strategy;
    };
    deepEqual(
      changes.map(({ payload, ...change }) => ({ ...change, payload: withoutSortOrder(payload) })),
      [
        { action: 'addStrategy', feature: nameOf('new'), payload: { ...content('new', { constraints: [users] }), segments: [] } },
        { action: 'patchVariant', feature: nameOf('new'), payload: { variants: [variant] } },
        { action: 'updateEnabled', feature: nameOf('new'), payload: { enabled: true } },
        { action: 'addDependency', feature: nameOf('new'), payload: { feature: nameOf('old') } },
        {
          action: 'deleteStrategy',
          feature: nameOf('old'),
          payload: { id: existing?.id, name: 'default', title: 'Before', disabled: false },
        },
        { action: 'addStrategy', feature: nameOf('old'), payload: { ...content('old'), segments: [] } },
        { action: 'updateEnabled', feature: nameOf('old'), payload: { enabled: false } },
      ],
    );
    equal(header, '7');
    deepEqual([await isOn(app, path('old')), await isOn(app, path('new'))], [true, false]);
    const { body } = await app.as(app.users.viewer).get(`${path('new')}/strategies`);
    deepEqual(body, []);
  });

  it('proposes to remove variants that are null', async () => {
    const name = nameOf('varied');
    await postFeatures(app, [name], project);
    await app.as(app.users.admin).put(`${path('varied')}/variants`, [variant]);
    const given = async (variants: unknown) => {
      const data = into({ features: [{ name }], featureEnvironments: [{ name, enabled: false, variants }] });
      const events = await app.eventsOf('toggles', async () => equal((await importAs(app, data, await author())).status, 200));
      const proposed = events.find(({ type }) => type === 'changes-proposed')?.data as { changes: Change[] } | undefined;
      return proposed?.changes ?? [];
    };
    deepEqual(await given([]), []);
    deepEqual(await given(null), [{ action: 'patchVariant', feature: name, payload: { variants: [] } }]);
  });

  it('proposes nothing if only metadata changes', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, headers } = await importAs(app, into({ features: [{ name: nameOf('plain') }] }), await author());
      deepEqual([status, headers['x-changes-proposed']], [200, undefined]);
    });
    deepEqual(outline(events), [`feature-created ${nameOf('plain')}`, 'features-imported']);
  });

  it('is applied for callers who may skip change requests, with a reason if required', async () => {
    const config = `/api/admin/projects/${project}/environments/production/change-requests/config`;
    await app.as(app.users.admin).put(config, { changeRequestsEnabled: true, reasonRequired: true });
    const data = into({ features: [{ name: nameOf('now') }], featureStrategies: [rollout(nameOf('now'))] });
    await refuses(app, data, [403, 'NoAccessError', /X-Change-Reason/], app.users.admin);
    const events = await app.eventsOf('toggles', async () => {
      const { status } = await app.as(app.users.admin).post(importPath, data, { headers: { 'x-change-reason': 'a restore' } });
      equal(status, 200);
    });
    deepEqual(outline(events), [
      'protection-bypassed',
      `feature-created ${nameOf('now')}`,
      `feature-strategy-add ${nameOf('now')}`,
      'features-imported',
    ]);
  });

  it('proposes everything if skipping change requests in this environment is not enough', async () => {
    const user = await author();
    await app.users.grant(user, await app.users.role({ permission: 'SKIP_CHANGE_REQUEST', environment: 'production' }), project);
    const features = [{ name: nameOf('child') }, { name: nameOf('parent') }];
    const dependencies = [{ feature: nameOf('child'), dependencies: [{ feature: nameOf('parent') }] }];
    const { status, headers } = await importAs(app, into({ features, dependencies }), user);
    deepEqual([status, headers['x-changes-proposed']], [200, '1']);
  });

  it('is refused completely if a change breaks a rule', async () => {
    const features = [{ name: nameOf('bad') }];
    const unequal = [{ ...variant, weight: 10, weightType: 'fix' }];
    const strategy = rollout(nameOf('bad'), { constraints: [{ ...users, values: [] }] });
    await refuses(app, into({ features, featureStrategies: [strategy] }), [400, 'BadDataError', /constraints\/0\/values/], await author());
    const environments = [{ name: nameOf('bad'), enabled: false, variants: unequal }];
    await refuses(app, into({ features, featureEnvironments: environments }), [400, 'BadDataError', /weight/], await author());
  });

  it('is refused if it exceeds the limit of a change request', async () => {
    const names = Array.from({ length: 501 }, (_, index) => nameOf(`many-${index}`));
    const features = names.map((name) => ({ name }));
    const on = names.map((name) => ({ name, enabled: true }));
    const many = into({ features, featureEnvironments: on });
    await refuses(app, many, [400, 'BadDataError', /requires 501 changes.*at most 500.*fewer features/], await author());
    const { body } = await app.as(await author()).post(validatePath, many);
    deepEqual(body.errors, [{ message: 'The import requires 501 changes; a change request can have at most 500.', affectedItems: [] }]);
    const values = Array.from({ length: 240 }, (_, index) => `${index}-${'x'.repeat(90)}`);
    const large = names.slice(0, 45).map((name) => rollout(name, { constraints: [{ ...users, values }] }));
    await refuses(app, into({ features: features.slice(0, 45), featureStrategies: large }), [400, 'BadDataError', /bytes/], await author());
  });

  it('has a preview, and requires no permission to propose', async () => {
    const data = into({ features: [{ name: nameOf('seen') }], featureEnvironments: [{ name: nameOf('seen'), enabled: true }] });
    const { body } = await app.as(await author()).post(validatePath, data);
    deepEqual([body.errors, body.permissions], [[], []]);
    deepEqual(body.warnings.at(-1).affectedItems, [nameOf('seen')]);
    match(body.warnings.at(-1).message, /requires change requests/);
    const direct = await app.as(app.users.admin).post(validatePath, data);
    deepEqual(direct.body.warnings, []);
  });
});

function withoutSortOrder(payload: unknown): unknown {
  const { sortOrder: _, ...rest } = payload as { sortOrder?: number };
  return rest;
}

import { deepEqual, equal } from 'node:assert/strict';
import { newWorkspace, type Workspace, removeWorkspace, start } from '@signalbox/testing';
import { ContextField } from '../../vocabulary/context-field/context-field.ts';
import { Environment } from '../../project/environment/environment.ts';
import { FeatureType } from '../../vocabulary/feature-type/feature-type.ts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { toggles } from '../../service.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { TagType } from '../../vocabulary/tag/tag-type.ts';

describe('default data', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await newWorkspace();
  });
  after(() => removeWorkspace(workspace));

  const open = () => start([toggles], { workspace });

  it('is available to users and applications of a new instance, and emits no events', async () => {
    const app = await open();
    const em = app.store('toggles').reader();
    const inOrder = { orderBy: { sortOrder: 'asc' } } as const;
    const environments = await em.find(Environment, {}, inOrder);
    const projects = await em.find(Project, {});
    const linked = await em.find(ProjectEnvironment, { project: 'default' }, { orderBy: { environment: 'asc' } });
    const types = await em.find(FeatureType, {}, { orderBy: { id: 'asc' } });
    const fields = await em.find(ContextField, {}, inOrder);
    const strategies = await em.find(StrategyDefinition, {}, inOrder);
    const tagTypes = await em.find(TagType, {});
    const events = await app.events('toggles');
    await app.close({ keepData: true });
    deepEqual(
      environments.map(({ name, type, enabled, protected: isProtected, sortOrder }) => [name, type, enabled, isProtected, sortOrder]),
      [
        ['default', 'production', false, true, 1],
        ['development', 'development', true, false, 2],
        ['production', 'production', true, false, 3],
      ],
    );
    deepEqual(
      projects.map(({ id, name, mode, defaultStickiness, featureLimit }) => [id, name, mode, defaultStickiness, featureLimit]),
      [['default', 'Default', 'open', 'default', null]],
    );
    deepEqual(
      linked.map(({ environment }) => environment),
      ['development', 'production'],
    );
    deepEqual(Object.fromEntries(types.map(({ id, lifetimeDays }) => [id, lifetimeDays])), {
      experiment: 40,
      'kill-switch': null,
      operational: 7,
      permission: null,
      release: 40,
      sunset: 90,
    });
    deepEqual(
      fields.map(({ name, stickiness }) => [name, stickiness]),
      [
        ['environment', false],
        ['userId', false],
        ['appName', false],
        ['currentTime', false],
        ['sessionId', true],
      ],
    );
    deepEqual(
      strategies.map(({ name, displayName, deprecated, builtIn, parameters }) => [
        name,
        displayName,
        deprecated,
        builtIn,
        parameters.map((parameter) => `${parameter.name} ${parameter.type}${parameter.required ? ' required' : ''}`).join(),
      ]),
      [
        ['flexibleRollout', 'Gradual rollout', false, true, 'rollout percentage,stickiness string required,groupId string required'],
        ['default', 'Standard', false, true, ''],
        ['userWithId', 'UserIDs', true, true, 'userIds list'],
        ['remoteAddress', 'IPs', false, true, 'IPs list required'],
        ['applicationHostname', 'Hosts', false, true, 'hostNames list'],
      ],
    );
    deepEqual(
      tagTypes.map(({ name, icon }) => [name, icon]),
      [['simple', '#']],
    );
    deepEqual(events, []);
  });

  it('is not restored after a part of it was deleted', async () => {
    const one = await open();
    await one.store('toggles').transaction((em) => em.nativeDelete(TagType, { name: 'simple' }));
    await one.close({ keepData: true });
    const two = await open();
    const left = await two.store('toggles').reader().count(TagType);
    await two.close({ keepData: true });
    equal(left, 0);
  });
});

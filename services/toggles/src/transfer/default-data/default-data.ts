import type { OpenContext } from '@signalbox/kit';
import { ContextField } from '../../vocabulary/context-field/context-field.ts';
import { Environment } from '../../project/environment/environment.ts';
import { FeatureType } from '../../vocabulary/feature-type/feature-type.ts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { TagType } from '../../vocabulary/tag/tag-type.ts';

/** Creates the data of a new instance (reference, toggle side §4). Does nothing if the instance has a project. */
export async function createDefaultData(context: OpenContext): Promise<void> {
  if ((await context.em.count(Project)) > 0) return;
  await context.write(async ({ em, now }) => {
    if ((await em.count(Project)) > 0) return;
    const createdAt = now();
    for (const environment of environments) em.create(Environment, { ...environment, createdAt });
    em.create(Project, { ...defaultProject, createdAt, updatedAt: null });
    await em.flush();
    for (const environment of ['development', 'production']) {
      em.create(ProjectEnvironment, { project: 'default', environment, defaultStrategy: null });
    }
    for (const type of featureTypes) em.create(FeatureType, type);
    for (const field of contextFields) em.create(ContextField, { ...field, legalValues: [], createdAt });
    for (const [sortOrder, definition] of strategyDefinitions.entries()) {
      em.create(StrategyDefinition, { ...definition, sortOrder, title: null, builtIn: true });
    }
    em.create(TagType, { name: 'simple', description: 'Labels to find features by', icon: '#' });
  });
}

const environments = [
  { name: 'default', type: 'production', enabled: false, protected: true, sortOrder: 1 },
  { name: 'development', type: 'development', enabled: true, protected: false, sortOrder: 2 },
  { name: 'production', type: 'production', enabled: true, protected: false, sortOrder: 3 },
];

const defaultProject = {
  id: 'default',
  name: 'Default',
  description: 'Default project',
  mode: 'open' as const,
  defaultStickiness: 'default',
  featureLimit: null,
  namingPattern: null,
  namingExample: null,
  namingDescription: null,
};

const featureTypes = [
  { id: 'release', name: 'Release', description: 'Releases a change to users gradually.', lifetimeDays: 40 },
  { id: 'experiment', name: 'Experiment', description: 'Compares variants to find the better one.', lifetimeDays: 40 },
  { id: 'operational', name: 'Operational', description: 'Controls a technical change, such as a migration.', lifetimeDays: 7 },
  { id: 'kill-switch', name: 'Kill switch', description: 'Disables part of the system in an emergency.', lifetimeDays: null },
  { id: 'permission', name: 'Permission', description: 'Grants some users permanent access to a capability.', lifetimeDays: null },
  { id: 'sunset', name: 'Sunset', description: 'Removes a capability from users gradually.', lifetimeDays: 90 },
];

const contextFields = [
  { name: 'environment', description: 'Where the application runs', sortOrder: 0, stickiness: false },
  { name: 'userId', description: 'Who uses the application', sortOrder: 1, stickiness: false },
  { name: 'appName', description: 'The application that evaluates the feature', sortOrder: 2, stickiness: false },
  { name: 'currentTime', description: 'The time of the evaluation', sortOrder: 3, stickiness: false },
  { name: 'sessionId', description: 'The session of the user', sortOrder: 4, stickiness: true },
];

const parameter = (name: string, type: string, required: boolean) => ({ name, type, required, description: '' });

const strategyDefinitions = [
  {
    name: 'flexibleRollout',
    displayName: 'Gradual rollout',
    description: 'On for a percentage of users, always the same ones.',
    deprecated: false,
    parameters: [parameter('rollout', 'percentage', false), parameter('stickiness', 'string', true), parameter('groupId', 'string', true)],
  },
  { name: 'default', displayName: 'Standard', description: 'On for everyone.', deprecated: false, parameters: [] },
  {
    name: 'userWithId',
    displayName: 'UserIDs',
    description: 'On for the listed users.',
    deprecated: true,
    parameters: [parameter('userIds', 'list', false)],
  },
  {
    name: 'remoteAddress',
    displayName: 'IPs',
    description: 'On for the listed addresses.',
    deprecated: false,
    parameters: [parameter('IPs', 'list', true)],
  },
  {
    name: 'applicationHostname',
    displayName: 'Hosts',
    description: 'On for the listed hosts.',
    deprecated: false,
    parameters: [parameter('hostNames', 'list', false)],
  },
];

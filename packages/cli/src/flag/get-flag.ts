import type { FeatureDetail } from '../api/operations.ts';
import { argument, command, settingOption } from '../command/command.ts';
import { objectOf } from '../output/answer.ts';

export const getFlag = command({
  name: 'flag get',
  summary: 'Show a feature flag and its strategies in each environment',
  arguments: { flag: argument('Name of the flag') },
  options: { project: settingOption('project') },
  examples: [{ line: 'signalbox flag get new-checkout', text: 'Shows a flag of the project.' }],
  async run({ flag, project }, session) {
    const path = { projectId: project, featureName: flag };
    const feature = await (await session.api()).ask('GET /api/admin/projects/{projectId}/features/{featureName}', { path });
    return objectOf(feature, shown(feature));
  },
});

function shown({
  name,
  project,
  type,
  description,
  stale,
  archived,
  tags,
  environments,
}: FeatureDetail): Readonly<Record<string, unknown>> {
  const states = environments.map(({ name: environment, enabled, strategies }) => [
    environment,
    `${enabled ? 'on' : 'off'}, ${strategies.length} ${strategies.length === 1 ? 'strategy' : 'strategies'}`,
  ]);
  return {
    name,
    project,
    type,
    description,
    stale,
    archived,
    tags: tags.map((tag) => `${tag.type}:${tag.value}`),
    ...Object.fromEntries(states),
  };
}

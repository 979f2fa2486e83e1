import { command, flagOption, repeatedOption, settingOption, textOption } from '../command/command.ts';
import { listOf } from '../output/answer.ts';
import type { FeatureItem } from '../api/operations.ts';

export const listFlags = command({
  name: 'flag list',
  summary: 'List the feature flags of a project',
  options: {
    project: settingOption('project'),
    tag: repeatedOption('Only flags with this tag', 'type:value'),
    prefix: textOption('Only flags whose names start with this', 'text'),
    archived: flagOption('List archived flags instead'),
  },
  examples: [
    { line: 'signalbox flag list', text: 'Lists the flags of the project in signalbox.json, or of `default`.' },
    { line: 'signalbox flag list --project default --tag simple:checkout --output json', text: 'Lists the flags with a tag as JSON.' },
  ],
  async run({ project, tag, prefix, archived }, session) {
    const api = await session.api();
    const path = { projectId: project };
    if (archived) {
      const { features } = await api.ask('GET /api/admin/archive/features/{projectId}', { path });
      return listOf(features, { name: ({ name }) => name, type: ({ type }) => type, archived: ({ archivedAt }) => archivedAt });
    }
    const query = { ...(tag.length > 0 && { tag }), ...(prefix !== undefined && { namePrefix: prefix }) };
    const { features } = await api.ask('GET /api/admin/projects/{projectId}/features', { path, query });
    return listOf(features, columnsFor(features));
  },
});

/** One column for each environment. */
const columnsFor = (features: readonly FeatureItem[]): Readonly<Record<string, (feature: FeatureItem) => unknown>> => ({
  name: ({ name }) => name,
  type: ({ type }) => type,
  ...Object.fromEntries(
    [...new Set(features.flatMap(({ environments }) => environments.map(({ name }) => name)))].map((environment) => [
      environment,
      ({ environments }: FeatureItem) => (environments.find(({ name }) => name === environment)?.enabled ? 'on' : 'off'),
    ]),
  ),
  stale: ({ stale }) => (stale ? 'stale' : ''),
});

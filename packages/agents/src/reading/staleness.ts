import { Type } from 'typebox';
import { offsetOf, parameters, tool } from '../base/tool.ts';
import { searchFeatures } from './found-feature.ts';

export const staleness = tool({
  name: 'staleness',
  description: 'List the flags of a project that are stale or past their expected lifetime, with what tells whether code still uses them.',
  input: {
    project: parameters.project,
    all: Type.Optional(Type.Boolean({ description: 'Also the others, longest unseen first' })),
    cursor: parameters.cursor,
  },
  async run({ project, all = false, ...page }, { api, modesOf }) {
    await modesOf(project);
    const offset = offsetOf(page);
    const { found, hasMore } = await searchFeatures(api, offset, {
      project: `IS:${project}`,
      ...(!all && { state: 'IS_ANY_OF:stale,potentially-stale' }),
      with: 'changed',
      sortBy: 'lastSeenAt',
    });
    const items = found.map(
      (feature) =>
        feature && {
          flag: feature.name,
          type: feature.type,
          stale: feature.stale,
          stage: feature.lifecycle.stage,
          inStageSince: feature.lifecycle.enteredStageAt,
          createdAt: feature.createdAt,
          changedAt: feature.changed?.at,
          environments: feature.environments.map(({ name, enabled, lastSeenAt, yes, no }) => ({
            environment: name,
            enabled,
            lastSeenAt,
            evaluationsInPastHour: yes + no,
          })),
        },
    );
    return { items, offset, hasMore };
  },
});

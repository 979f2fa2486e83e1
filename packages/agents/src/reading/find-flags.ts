import { Type } from 'typebox';
import { offsetOf, parameters, tool } from '../base/tool.ts';
import { searchFeatures } from './found-feature.ts';

export const findFlags = tool({
  name: 'find_flags',
  description: 'Find feature flags by text in name, description or tag. Without `query`, lists all.',
  input: {
    query: Type.Optional(Type.String({ maxLength: 200 })),
    project: Type.Optional(parameters.project),
    tag: Type.Optional(Type.String({ description: '`type:value`', pattern: '^[^,:]+:[^,:]+$' })),
    cursor: parameters.cursor,
  },
  async run({ query, project, tag, ...page }, { api, modesOf }) {
    if (project !== undefined) await modesOf(project);
    const offset = offsetOf(page);
    const { found, hasMore } = await searchFeatures(api, offset, {
      ...(query !== undefined && { query }),
      ...(project !== undefined && { project: `IS:${project}` }),
      ...(tag !== undefined && { tag: `INCLUDE:${tag}` }),
    });
    const items = found.map(
      (feature) =>
        feature && {
          flag: feature.name,
          project: feature.project,
          type: feature.type,
          description: feature.description,
          stage: feature.lifecycle.stage,
          stale: feature.stale,
          tags: feature.tags?.map(({ type, value }) => `${type}:${value}`),
          enabled: Object.fromEntries(feature.environments.map(({ name, enabled }) => [name, enabled])),
        },
    );
    return { items, offset, hasMore };
  },
});

import { Type } from 'typebox';
import { requireVisible } from '../base/agent-modes.ts';
import { offsetOf, pageSize, parameters, tool } from '../base/tool.ts';

export const history = tool({
  name: 'history',
  description: 'List the changes of a project or a flag, newest first: when, who, what.',
  input: {
    project: parameters.project,
    flag: Type.Optional(parameters.flag),
    environment: Type.Optional(parameters.environment),
    cursor: parameters.cursor,
  },
  async run({ project, flag, environment, ...page }, { api, modesOf }) {
    const modes = await modesOf(project);
    if (environment !== undefined) requireVisible(modes, [environment]);
    const offset = offsetOf(page);
    const { events, total } = await api('GET /api/admin/search/events', {
      query: {
        project: `IS:${project}`,
        ...(flag !== undefined && { feature: `IS:${flag}` }),
        ...(environment !== undefined && { environment: `IS:${environment}` }),
        limit: pageSize,
        offset,
      },
    });
    const items = events.map((event) =>
      event.environment !== null && !modes.has(event.environment)
        ? null
        : {
            at: event.createdAt,
            by: event.createdBy,
            via: event.via?.agent,
            type: event.type,
            flag: event.featureName,
            environment: event.environment,
            summary: event.summary,
          },
    );
    return { items, offset, hasMore: offset + events.length < total };
  },
});

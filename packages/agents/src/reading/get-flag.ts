import { Type } from 'typebox';
import { requireVisible } from '../base/agent-modes.ts';
import { readDocuments } from '../base/read-documents.ts';
import { offsetOf, parameters, tool } from '../base/tool.ts';

export const getFlag = tool({
  name: 'get_flag',
  description: 'Get a flag: metadata, then settings and your mode per environment. The settings have the form that plan_change patches.',
  input: {
    project: parameters.project,
    flag: parameters.flag,
    environment: Type.Optional(parameters.environment),
    cursor: parameters.cursor,
  },
  async run({ project, flag, environment, ...page }, { api, modesOf }) {
    const modes = await modesOf(project);
    if (environment !== undefined) requireVisible(modes, [environment]);
    const path = { projectId: project, featureName: flag };
    const [detail, documents, proposals] = await Promise.all([
      api('GET /api/admin/projects/{projectId}/features/{featureName}', { path }),
      readDocuments(api, { project, flags: [flag], modes }),
      api('GET /api/admin/projects/{projectId}/change-requests/pending/{featureName}', { path }),
    ]);
    const { environments = {}, ...spec } = documents.get(flag)?.spec ?? {};
    const { lifecycle, owner, createdAt, children, archived } = detail;
    const seen = new Map(detail.environments.map(({ name, lastSeenAt }) => [name, lastSeenAt]));
    const openRequests = proposals
      .filter((proposal) => modes.has(proposal.environment))
      .map(({ id, title, state, environment: where }) => ({ id, title, state, environment: where }));
    const offset = offsetOf(page);
    const items = [...modes]
      .filter(([name]) => environment === undefined || name === environment)
      .map(([name, mode]) => ({ environment: name, mode, lastSeenAt: seen.get(name), ...environments[name] }));
    return {
      head: { flag, project, ...spec, stage: lifecycle.stage, owner: owner?.name ?? null, createdAt, children, archived, openRequests },
      items: items.slice(offset),
      offset,
    };
  },
});

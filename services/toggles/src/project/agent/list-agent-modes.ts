import { route } from '@signalbox/kit';
import { projectParams } from '../project/project.schema.ts';
import { findProject } from '../project/project.ts';
import { readAgentModes } from './agent-mode.ts';
import { ModesShape } from './agent-mode.schema.ts';

export const listAgentModesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/agents',
    summary: 'List the limit of agents in each environment of a project',
    permission: 'authenticated',
    agents: true,
    params: projectParams,
    answers: { 200: ModesShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const { id } = await findProject(context, params.projectId);
    return { environments: await readAgentModes(context.em, id) };
  },
);

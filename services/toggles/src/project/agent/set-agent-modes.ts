import { projectAgentsUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { projectParams } from '../project/project.schema.ts';
import { lockProject, ProjectEnvironment } from '../project/project.ts';
import { SetModes } from './agent-mode.schema.ts';

export const setAgentModesRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/agents',
    summary: 'Set the limits of agents in environments of a project; others stay as they are',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    body: SetModes,
    answers: { 200: empty },
    failures: ['BadDataError', 'NotFoundError'],
    events: [projectAgentsUpdated],
  },
  ({ params, body }, context) => setAgentModes(context, params.projectId, body),
);

async function setAgentModes(context: Context, id: string, { environments }: Static<typeof SetModes>): Promise<void> {
  const project = await lockProject(context, id);
  const links = await context.em.find(ProjectEnvironment, { project: project.id });
  for (const [index, { environment, mode }] of environments.entries()) {
    const link = links.find((one) => one.environment === environment);
    if (!link) throw badValue(`environments/${index}/environment`, `must be an environment of project ${project.id}; got ${environment}`);
    const before = link.agentMode ?? null;
    if (before === mode) continue;
    link.agentMode = mode;
    context.publish(projectAgentsUpdated, { project: project.id, environment, data: { mode }, preData: { mode: before } });
  }
}

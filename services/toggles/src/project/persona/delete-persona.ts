import { type Context, empty, route } from '@signalbox/kit';
import { findProject } from '../project/project.ts';
import { lockPersona } from './persona.ts';
import { personaParams, emitsNothing } from './persona.schema.ts';

export const deletePersonaRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/personas/:personaId',
    summary: 'Delete a persona',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: personaParams,
    answers: { 204: empty },
    failures: ['NotFoundError'],
    events: emitsNothing,
  },
  ({ params }, context) => deletePersona(context, params.projectId, params.personaId),
);

export async function deletePersona(context: Context, projectId: string, id: string): Promise<void> {
  await findProject(context, projectId);
  context.em.remove(await lockPersona(context.em, projectId, id));
}

import { type Context, route } from '@signalbox/kit';
import { findProject } from '../project/project.ts';
import { lockPersona, type Persona, refuseTakenPersonaName } from './persona.ts';
import { personaParams, PersonaShape, serializePersona, emitsNothing, WritePersona } from './persona.schema.ts';

export const updatePersonaRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/personas/:personaId',
    summary: 'Update a persona; an omitted description stays unchanged',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: personaParams,
    body: WritePersona,
    answers: { 200: PersonaShape },
    failures: ['NotFoundError', 'NameExistsError'],
    events: emitsNothing,
  },
  async ({ params, body }, context) => serializePersona(await updatePersona(context, params.projectId, params.personaId, body)),
);

export async function updatePersona(context: Context, projectId: string, id: string, input: WritePersona): Promise<Persona> {
  await findProject(context, projectId);
  const persona = await lockPersona(context.em, projectId, id);
  await refuseTakenPersonaName(context.em, projectId, input.name, id);
  persona.name = input.name;
  persona.context = input.context;
  if (input.description !== undefined) persona.description = input.description || null;
  return persona;
}

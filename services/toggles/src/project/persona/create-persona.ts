import { Failure } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { projectParams } from '../project/project.schema.ts';
import { lockProject } from '../project/project.ts';
import { Persona, refuseTakenPersonaName } from './persona.ts';
import { PersonaShape, serializePersona, emitsNothing, WritePersona } from './persona.schema.ts';

/** Users pick personas from a list, which must stay short. */
const maxPersonas = 200;

export const createPersonaRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/personas',
    summary: 'Create a persona, a named evaluation context',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: WritePersona,
    answers: { 201: PersonaShape },
    headers: { Location: 'The URL of the persona.' },
    failures: ['NotFoundError', 'NameExistsError', 'InvalidOperationError'],
    events: emitsNothing,
  },
  async ({ params, body }, context) => {
    const persona = await createPersona(context, params.projectId, body);
    return new Reply(serializePersona(persona), { headers: { location: `personas/${persona.id}` } });
  },
);

/** Locks the project's row, so that concurrent requests cannot exceed the limit. */
export async function createPersona(
  context: Context,
  projectId: string,
  { name, description, context: saved }: WritePersona,
): Promise<Persona> {
  const { em, id, actor, now } = context;
  await lockProject(context, projectId);
  await refuseTakenPersonaName(em, projectId, name);
  if ((await em.count(Persona, { project: projectId })) >= maxPersonas)
    throw new Failure('InvalidOperationError', `A project can have at most ${maxPersonas} personas. Delete one first.`);
  return em.create(Persona, {
    id: id(),
    project: projectId,
    name,
    description: description || null,
    context: saved,
    createdBy: actor.name,
    createdAt: now(),
  });
}

import { route } from '@signalbox/kit';
import { findProject } from '../project/project.ts';
import { findPersona } from './persona.ts';
import { personaParams, PersonaShape, serializePersona } from './persona.schema.ts';

export const getPersonaRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/personas/:personaId',
    summary: 'Get a persona',
    permission: 'authenticated',
    params: personaParams,
    answers: { 200: PersonaShape },
    failures: ['NotFoundError'],
  },
  async ({ params: { projectId, personaId } }, context) => {
    await findProject(context, projectId);
    return serializePersona(await findPersona(context.em, projectId, personaId));
  },
);

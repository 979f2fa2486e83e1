import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { projectParams } from '../project/project.schema.ts';
import { findProject } from '../project/project.ts';
import { Persona } from './persona.ts';
import { PersonaShape, serializePersona } from './persona.schema.ts';

export const listPersonasRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/personas',
    summary: 'List the personas of a project',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: Type.Object({ version: Type.Literal(1), personas: Type.Array(PersonaShape) }) },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context, params.projectId);
    const personas = await context.em.find(Persona, { project: params.projectId }, { orderBy: { name: 'asc' } });
    return { version: 1 as const, personas: personas.map(serializePersona) };
  },
);

import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { UsedContextField } from '../../vocabulary/context-field/context-field.schema.ts';
import { listContextFields } from '../../vocabulary/context-field/list-context-fields.ts';

export const listContextFieldsOfProjectRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/context',
    summary: 'List the context fields of a project; with include=root, also the global ones',
    permission: 'authenticated',
    params: projectParams,
    query: Type.Object({ include: Type.Optional(Type.Enum(['root'])) }),
    answers: { 200: Type.Array(UsedContextField) },
    failures: ['NotFoundError'],
  },
  ({ params, query }, context) => listContextFieldsOfProject(context, params.projectId, query.include === 'root'),
);

/** All context fields belong to the instance. */
async function listContextFieldsOfProject(context: ReadContext, project: string, withRoot: boolean) {
  await findProject(context, project);
  return withRoot ? listContextFields(context) : [];
}

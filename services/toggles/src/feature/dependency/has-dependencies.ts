import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { FeatureDependency } from './feature-dependency.ts';

/** Covers the whole instance: consoles show dependencies only if they are in use. */
export const hasDependenciesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/dependencies',
    summary: 'Check whether any feature in the instance has a dependency',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: Type.Boolean() },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context, params.projectId);
    return (await context.em.findOne(FeatureDependency, { child: { $ne: '' } })) !== null;
  },
);

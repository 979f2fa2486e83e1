import { Rules } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { FeatureNaming } from '../project/feature-naming.schema.ts';
import { projectParams, serializeNaming } from '../project/project.schema.ts';
import { findProject } from '../project/project.ts';

export const getRulesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/rules',
    summary: 'Get the rules of a project for changes to its features, with its naming pattern',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: Type.Object({ rules: Rules, naming: FeatureNaming }) },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const project = await findProject(context, params.projectId);
    return { rules: project.rules ?? {}, naming: serializeNaming(project) };
  },
);

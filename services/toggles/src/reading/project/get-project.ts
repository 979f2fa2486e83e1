import { routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import type { IndexState } from '../feature-index/index-state.ts';
import { describeProject, type DescribingContext } from './describe-project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { FeatureItem } from '../feature/feature-item.schema.ts';
import { readFeatureList } from '../feature/read-feature-list.ts';
import { streamFeatures } from '../feature/stream-features.ts';
import { ProjectDescription } from './project-description.schema.ts';

export const getProjectRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId',
    summary: 'Get a project with its environments and active features',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: Type.Object({ ...ProjectDescription.properties, features: Type.Array(FeatureItem) }) },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getProject(context, params.projectId),
);

async function getProject(context: DescribingContext, id: string) {
  const { description } = await describeProject(context, id);
  return streamFeatures(description, await readFeatureList(context, { projects: [id] }));
}

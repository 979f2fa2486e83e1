import { route } from '@signalbox/kit';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { OutdatedSdks } from './outdated-sdks.schema.ts';

/** Nothing is known of versions of SDKs, so none is outdated. */
const none = { sdks: [] };

export const listOutdatedSdksRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/sdks/outdated',
    summary: 'List outdated SDKs, of which none is known',
    permission: 'authenticated',
    answers: { 200: OutdatedSdks },
    failures: [],
  },
  () => none,
);

export const listOutdatedSdksOfProjectRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/sdks/outdated',
    summary: 'List outdated SDKs of the applications of a project, of which none is known',
    permission: 'authenticated',
    scope: 'project of the path',
    params: projectParams,
    answers: { 200: OutdatedSdks },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context, params.projectId);
    return none;
  },
);

import { compareTexts, type ReadContext, route } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { isOutdated, knownSdks } from './outdated-sdk.ts';
import { OutdatedSdks } from './outdated-sdks.schema.ts';
import { isVisibleTo } from './visible-application.ts';

export const listOutdatedSdksRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/sdks/outdated',
    summary: 'List the outdated SDKs of the last day and the applications that use them',
    permission: 'authenticated',
    answers: { 200: OutdatedSdks },
    failures: [],
  },
  (_input, context) => listOutdatedSdks(context),
);

export const listOutdatedSdksOfProjectRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/sdks/outdated',
    summary: 'List the outdated SDKs of the last day and the applications of a project that use them',
    permission: 'authenticated',
    scope: 'project of the path',
    params: projectParams,
    answers: { 200: OutdatedSdks },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context, params.projectId);
    return listOutdatedSdks(context, params.projectId);
  },
);

/** Outdated SDKs by name and version, with the visible applications that use them, optionally of one project. Executes one statement. */
async function listOutdatedSdks(context: Pick<ReadContext, 'em' | 'actor' | 'access'>, project?: string): Promise<OutdatedSdks> {
  const rows = await tablesOf(context.em)
    .selectFrom('application_instance as instance')
    .innerJoin('application', 'application.name', 'instance.app_name')
    .where((where) => where.or(knownSdks.map((name) => where('instance.sdk_version', 'like', `${name}:%`))))
    .where(isVisibleTo(context))
    .$if(project !== undefined, (named) =>
      named.where((where) =>
        where.exists(
          where
            .selectFrom('application_project as used')
            .where('used.project_id', '=', project ?? '')
            .whereRef('used.app_name', '=', 'instance.app_name')
            .whereRef('used.environment', '=', 'instance.environment')
            .select('used.app_name'),
        ),
      ),
    )
    .select(['instance.sdk_version as sdk', 'instance.app_name as name'])
    .distinct()
    .execute();
  const outdated = rows.flatMap(({ sdk, name }) => (sdk !== null && isOutdated(sdk) ? [{ sdk, name }] : []));
  const bySdk = [...Map.groupBy(outdated, ({ sdk }) => sdk)].toSorted(([left], [right]) => compareTexts(left, right));
  return { sdks: bySdk.map(([sdkVersion, own]) => ({ sdkVersion, applications: own.map(({ name }) => name).toSorted(compareTexts) })) };
}

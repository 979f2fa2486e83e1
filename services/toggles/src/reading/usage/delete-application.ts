import { type Context, empty, route } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { applicationParams } from './application.schema.ts';
import { findApplication } from './visible-application.ts';

export const deleteApplicationRoute = route(
  {
    method: 'delete',
    path: '/api/admin/metrics/applications/:appName',
    summary: 'Delete an application; it reappears when it is seen again',
    permission: 'UPDATE_APPLICATION',
    params: applicationParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: { none: 'because applications are usage data, not configuration' },
  },
  ({ params }, context) => deleteApplication(context, params.appName),
);

/** Keeps the usage counts, which belong to the features. */
async function deleteApplication(context: Context, name: string): Promise<void> {
  await findApplication(context, name);
  const tables = tablesOf(context.em);
  for (const table of ['application_instance', 'application_project', 'unknown_flag'] as const)
    await tables.deleteFrom(table).where('app_name', '=', name).execute();
  await tables.deleteFrom('application').where('name', '=', name).execute();
}

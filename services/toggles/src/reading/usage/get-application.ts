import { DateTime, Failure, nullable } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOf, tablesOf } from '../../base/database/tables.ts';
import { Application, applicationParams, presentApplication } from './application.schema.ts';

const ApplicationDetails = Type.Object({
  ...Application.properties,
  instances: Type.Array(
    Type.Object({
      appName: Type.String(),
      instanceId: Type.String(),
      environment: Type.String(),
      sdkVersion: nullable(Type.String()),
      /** Addresses of applications are not stored. */
      clientIp: Type.Null(),
      createdAt: DateTime,
      lastSeen: DateTime,
    }),
  ),
  seenToggles: Type.Array(
    Type.Object({ name: Type.String(), project: Type.String(), type: Type.String(), description: nullable(Type.String()) }),
  ),
  links: Type.Object({ self: Type.String() }),
});

export const getApplicationRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/applications/:appName',
    summary: 'Get an application with its instances and the features it uses',
    permission: 'authenticated',
    params: applicationParams,
    answers: { 200: ApplicationDetails },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getApplication(context, params.appName),
);

export async function getApplication(context: Pick<ReadContext, 'em' | 'actor' | 'access'>, name: string) {
  const tables = tablesOf(context.em);
  const application = await tables.selectFrom('application').where('name', '=', name).selectAll().executeTakeFirst();
  if (!application) throw new Failure('NotFoundError', `There is no application ${name}.`);
  const instances = await tables
    .selectFrom('application_instance')
    .where('app_name', '=', name)
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('environment')
    .orderBy('instance_id')
    .execute();
  return {
    ...presentApplication(application),
    instances: instances.map((instance) => ({
      appName: name,
      instanceId: instance.instance_id,
      environment: instance.environment,
      sdkVersion: instance.sdk_version,
      clientIp: null,
      createdAt: instantOf(instance.created_at),
      lastSeen: instantOf(instance.seen_at),
    })),
    seenToggles: await readAskedFor(context, name),
    links: { self: `/api/admin/metrics/applications/${encodeURIComponent(name)}` },
  };
}

/** The features that it asked for in the last days, of the projects that the caller may know of. */
async function readAskedFor({ em, actor, access }: Pick<ReadContext, 'em' | 'actor' | 'access'>, name: string) {
  const tables = tablesOf(em);
  const features = await tables
    .selectFrom('feature')
    .where('name', 'in', tables.selectFrom('usage_hour').where('app_name', '=', name).select('feature_name'))
    .select(['name', 'project_id as project', 'type', 'description'])
    .orderBy('name')
    .execute();
  return features.filter(({ project }) => access.sees(actor, project));
}

import { isDeepStrictEqual } from 'node:util';
import { changeRequestConfigurationUpdated, Failure, type Protection, protectionBypassed } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { projectEnvironmentParams } from '../project/project.schema.ts';
import { lockProject, ProjectEnvironment } from '../project/project.ts';
import { normalisePolicy } from './normalise-policy.ts';
import { plainPolicy, ProtectedEnvironment, protectionOf } from './protected-environment.ts';
import { ConfigureChangeRequests } from './protection.schema.ts';
import { notePreviouslyOpen, refuseWeakening } from './refuse-protected.ts';

export const configureChangeRequestsRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/environments/:environment/change-requests/config',
    summary:
      'Configure change requests for an environment of a project; ending or weakening them requires SKIP_CHANGE_REQUEST there and is recorded for review',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectEnvironmentParams,
    body: ConfigureChangeRequests,
    answers: { 200: empty },
    failures: ['NoAccessError', 'NotFoundError', 'BadDataError'],
    events: [protectionBypassed, changeRequestConfigurationUpdated],
  },
  ({ params, body }, context) => configureChangeRequests(context, params.projectId, params.environment, body),
);

/** Protecting an environment, or protecting it better, is direct. Takes effect with the commit: the guard reads the row in the transaction of each direct write. */
export async function configureChangeRequests(
  context: Context,
  projectId: string,
  environment: string,
  input: ConfigureChangeRequests,
): Promise<void> {
  const { changeRequestsEnabled, requiredApprovals, ...policy } = input;
  const project = await lockProject(context, projectId);
  await refuseUnused(context, project.id, environment);
  const before = await context.em.findOne(ProtectedEnvironment, { project: project.id, environment });
  if (!changeRequestsEnabled) return unprotect(context, before);
  const current = before ? protectionOf(before) : { requiredApprovals: 1, ...plainPolicy };
  const approvals = Math.min(Math.max(requiredApprovals ?? current.requiredApprovals, 1), 10);
  const protection = { ...current, ...normalisePolicy(policy), requiredApprovals: approvals };
  await setProtection(context, project.id, environment, protection);
}

/** Requires change requests for features of the project in the environment from now on. */
export async function setProtection(context: Context, project: string, environment: string, protection: Protection): Promise<void> {
  const row = await context.em.findOne(ProtectedEnvironment, { project, environment });
  const before = row && protectionOf(row);
  if (isDeepStrictEqual(before, protection)) return;
  if (row) refuseWeakening(context, row, protection);
  const { requiredApprovals, ...policy } = protection;
  if (row) Object.assign(row, { requiredApprovals, policy });
  else {
    notePreviouslyOpen(context, { project, environment });
    context.em.create(ProtectedEnvironment, { project, environment, requiredApprovals, policy });
  }
  publishConfiguration(context, { project, environment }, before, protection);
}

/** Allows direct changes again. */
export function unprotect(context: Context, row: ProtectedEnvironment | null): void {
  if (!row) return;
  refuseWeakening(context, row, null);
  remove(context, row);
}

function remove(context: Context, row: ProtectedEnvironment): void {
  context.em.remove(row);
  publishConfiguration(context, { project: row.project, environment: row.environment }, protectionOf(row), null);
}

/** Ends the protection of deleted environments, or of those of a deleted project. */
export async function unprotectAll(
  context: Context,
  where: { readonly project: string; readonly environment?: string } | { readonly environment: string },
): Promise<void> {
  const rows = await context.em.find(ProtectedEnvironment, where, { orderBy: { project: 'asc', environment: 'asc' } });
  // A deleted project has no active features.
  const end = 'environment' in where ? unprotect : remove;
  for (const row of rows) end(context, row);
  await context.em.flush(); // The rows refer to rows that are deleted next.
}

async function refuseUnused({ em }: Context, project: string, environment: string): Promise<void> {
  const link = await em.findOne(ProjectEnvironment, { project, environment });
  if (link?.environment !== environment)
    throw new Failure('NotFoundError', `The project ${project} does not use the environment ${environment}.`);
}

function publishConfiguration(
  context: Context,
  where: { readonly project: string; readonly environment: string },
  before: Protection | null,
  after: Protection | null,
): void {
  const content = (protection: Protection | null) => ({
    ...where,
    changeRequestsEnabled: protection !== null,
    requiredApprovals: protection?.requiredApprovals ?? null,
    protection,
  });
  context.publish(changeRequestConfigurationUpdated, { ...where, data: content(after), preData: content(before) });
}

import { type ChangesetOutput, Failure, isProjectWide, type Protection } from '@signalbox/contracts';
import { noAccess, type OpenContext } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { findChanges } from '../request/proposed-change.ts';
import { dryRun, toChangesetChange, type Where } from './dry-run.ts';
import type { NewChange } from './store-changes.ts';

/** The requirements for the changes. Throws 403 if none of their environments requires change requests. */
export function demandsOf({ project, environment }: Where, { protection }: Pick<ChangesetOutput, 'protection'>): Protection {
  if (protection) return protection;
  throw new Failure(
    'ForbiddenError',
    `Environment ${environment} of project ${project} does not require change requests. Change it directly.`,
  );
}

/** Notes the approvals that the changes require, here at least as many as before. */
export function noteDemands(request: ChangeRequest, outcome: ChangesetOutput): void {
  request.minApprovals = Math.max(request.minApprovals, demandsOf(request, outcome).requiredApprovals);
  noteElsewhere(request, outcome);
}

export function noteElsewhere(request: ChangeRequest, { demands = [] }: Pick<ChangesetOutput, 'demands'>): void {
  const others = demands.flatMap(({ project, environment }) =>
    project === undefined || project === request.project ? [] : { project, environment },
  );
  request.elsewhere = others.length === 0 ? null : others;
}

/** Throws 403 for a change to a global segment by a user who could not make it anywhere: it affects more projects than those that approve. */
export function refuseGlobal(
  { access, actor }: Pick<OpenContext, 'access' | 'actor'>,
  { changes }: ChangesetOutput,
  proposed: readonly NewChange[],
): void {
  for (const { id, action } of proposed) {
    const permission = action === 'deleteSegment' ? 'DELETE_SEGMENT' : 'UPDATE_SEGMENT';
    const isGlobal = changes.some((change) => change.id === id && change.global);
    if (isGlobal && !access.allows(actor, [permission], {})) throw noAccess([permission]);
  }
}

/** Throws 403 unless the environment requires change requests, or another one does and the request affects all of them. */
export async function refuseUnprotected(context: Pick<OpenContext, 'ask' | 'actor' | 'em'>, request: ChangeRequest): Promise<void> {
  const changes = (await findChanges(context.em, request.id)).filter(isProjectWide);
  demandsOf(request, await dryRun(context, request, changes.map(toChangesetChange)));
}

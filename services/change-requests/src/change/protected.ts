import { type ChangesetOutput, Failure, isProjectWide, type Protection } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { findChanges } from '../request/proposed-change.ts';
import { dryRun, toChangesetChange, type Where } from './dry-run.ts';

/** The requirements for the changes. Throws 403 if none of their environments requires change requests. */
export function demandsOf({ project, environment }: Where, { protection }: Pick<ChangesetOutput, 'protection'>): Protection {
  if (protection) return protection;
  throw new Failure(
    'ForbiddenError',
    `Environment ${environment} of project ${project} does not require change requests. Change it directly.`,
  );
}

/** Throws 403 unless the environment requires change requests, or another one does and the request affects all of them. */
export async function refuseUnprotected(context: Pick<OpenContext, 'ask' | 'actor' | 'em'>, request: ChangeRequest): Promise<void> {
  const changes = (await findChanges(context.em, request.id)).filter(isProjectWide);
  demandsOf(request, await dryRun(context, request, changes.map(toChangesetChange)));
}

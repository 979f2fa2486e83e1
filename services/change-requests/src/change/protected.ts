import { type ChangesetOutput, Failure, type Protection } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { dryRun, type Where } from './dry-run.ts';

/** The protection of the environment. Throws 403 if it does not require change requests. */
export function demandsOf({ project, environment }: Where, { protection }: Pick<ChangesetOutput, 'protection'>): Protection {
  if (protection) return protection;
  throw new Failure(
    'ForbiddenError',
    `Environment ${environment} of project ${project} does not require change requests. Change it directly.`,
  );
}

/** Throws 403 unless the environment requires change requests. */
export async function refuseUnprotected(context: Pick<OpenContext, 'ask' | 'actor'>, where: Where): Promise<void> {
  demandsOf(where, await dryRun(context, where, []));
}

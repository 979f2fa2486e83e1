import { type ChangesetOutput, Failure, type Protection } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { dryRun, type Where } from './dry-run.ts';

/** What the environment demands. 403 for one that asks for no change requests. */
export function demandsOf({ project, environment }: Where, { protection }: Pick<ChangesetOutput, 'protection'>): Protection {
  if (protection) return protection;
  throw new Failure(
    'ForbiddenError',
    `Environment ${environment} of project ${project} does not require change requests. Change it directly.`,
  );
}

/** 403 where the environment asks for no change requests. */
export async function refuseUnprotected(context: Pick<OpenContext, 'ask' | 'actor'>, where: Where): Promise<void> {
  demandsOf(where, await dryRun(context, where, []));
}

import type { ChangesetOutput, Protection } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { freezeAt } from '../project/protection/freeze-at.ts';
import { ProtectedEnvironment, protectionOf, readProtection } from '../project/protection/protected-environment.ts';
import type { Scene } from './change-kind.ts';

/**
 * Requirements of the environment for the changeset, and its freeze, if any. A change that affects all environments must
 * satisfy each protected one, even if its own environment is not protected: approval in a test environment is not enough to
 * archive a feature in production.
 */
export async function readProtectionOf(
  context: Pick<Context, 'em' | 'now'>,
  { project, environment }: Scene,
  isProjectWide: boolean,
): Promise<Pick<ChangesetOutput, 'protection' | 'demands' | 'frozen'>> {
  const own = await readProtection(context.em, project, environment);
  const demands = isProjectWide ? await readDemands(context, project) : own ? [{ environment, protection: own }] : [];
  const [first] = demands;
  if (!first) return { protection: null, demands, frozen: null };
  const protection = demands.map((demand) => demand.protection).reduce(strictest, own ?? first.protection);
  return { protection, demands, frozen: freezeAt(protection, context.now()) };
}

async function readDemands({ em }: Pick<Context, 'em'>, project: string): Promise<NonNullable<ChangesetOutput['demands']>> {
  const rows = await em.find(ProtectedEnvironment, { project }, { orderBy: { environment: 'asc' } });
  return rows.map((row) => ({ environment: row.environment, protection: protectionOf(row) }));
}

/** Combines the requirements of both, except for reviewers: each environment has its own reviewers, so `demands` lists them. */
function strictest(one: Protection, other: Protection): Protection {
  const shares = [one.secondApprovalAbove, other.secondApprovalAbove].filter((share) => share !== null);
  return {
    ...one,
    requiredApprovals: Math.max(one.requiredApprovals, other.requiredApprovals),
    selfApproval: one.selfApproval && other.selfApproval,
    reviewers: one.reviewers ?? other.reviewers,
    secondApprovalAbove: shares.length === 0 ? null : Math.min(...shares),
    freezes: one === other ? one.freezes : [...one.freezes, ...other.freezes],
    reasonRequired: one.reasonRequired || other.reasonRequired,
  };
}

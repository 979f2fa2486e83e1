import { type ChangesetOutput, freezeAt, type Protection } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { ProtectedEnvironment, protectionOf } from '../project/protection/protected-environment.ts';
import { protectedUsesOf } from '../feature/segment/users-of-segment.ts';
import type { Scene } from './change-kind.ts';

/** The reach of a changeset beyond its environment. */
interface Affected {
  readonly isProjectWide: boolean;
  /** Ids of the changed global segments. */
  readonly segments: readonly number[];
}

/**
 * Requirements of the environment for the changeset, and its freeze, if any. A change that affects other environments must satisfy each
 * protected one, even if its own environment is not protected: approval in a test environment is not enough to archive a feature in
 * production. `protection` combines the requirements in the project, or all if there are none in the project.
 */
export async function readProtectionOf(
  context: Pick<Context, 'em' | 'now'>,
  { project, environment }: Scene,
  { isProjectWide, segments }: Affected,
): Promise<Pick<ChangesetOutput, 'protection' | 'demands' | 'frozen'>> {
  const { em } = context;
  const rows = await em.find(
    ProtectedEnvironment,
    { project, ...(isProjectWide ? {} : { environment }) },
    { orderBy: { environment: 'asc' } },
  );
  const own = new Map(rows.map((row) => [keyOf(row), row]));
  for (const segment of segments) for (const row of await protectedUsesOf(context, segment)) own.set(keyOf(row), row);
  const demands = [...own.values()].map((row) => ({ project: row.project, environment: row.environment, protection: protectionOf(row) }));
  const inProject = demands.filter((demand) => demand.project === project).toSorted((one) => (one.environment === environment ? -1 : 0));
  const protection = combined(inProject.length > 0 ? inProject : demands);
  const all = combined(demands);
  return { protection, demands, frozen: all && freezeAt(all, context.now()) };
}

const keyOf = (row: ProtectedEnvironment): string => compositeKey(row.project, row.environment);

const combined = (demands: readonly { readonly protection: Protection }[]): Protection | null =>
  demands.length === 0 ? null : demands.map(({ protection }) => protection).reduce(strictest);

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

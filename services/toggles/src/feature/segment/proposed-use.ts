import type { ReadContext } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { proposedChangeTable } from '../../tables/cleanup.ts';
import { openProposalTable, proposedUseTable } from '../../tables/segment.ts';

/** A change request that may still take effect. Deleted with the environment of its project. */
export class OpenProposal extends openProposalTable.entity.class {}
openProposalTable.entity.setClass(OpenProposal);

/** The use of a segment by a strategy that a change of an open change request proposes. */
export class ProposedUse extends proposedUseTable.entity.class {}
proposedUseTable.entity.setClass(ProposedUse);

/** A change of an open change request, with its feature. */
export class ProposedChange extends proposedChangeTable.entity.class {}
proposedChangeTable.entity.setClass(ProposedChange);

/** A strategy that would use the segment if a change request were applied. */
export const ProposedStrategyUse = Type.Object({
  /** Only for a strategy that exists. */
  id: Type.Optional(Type.String()),
  projectId: Type.String(),
  featureName: Type.String(),
  strategyName: Type.String(),
  environment: Type.String(),
  changeRequest: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
});
export type ProposedStrategyUse = Static<typeof ProposedStrategyUse>;

const maxListed = 1000;

/**
 * At most a thousand uses that open change requests propose, in projects that the caller can see. Includes only the caller's
 * own drafts.
 */
export async function readProposedUses({ em, access, actor }: ReadContext, segment: number): Promise<ProposedStrategyUse[]> {
  const visible = access.visibleTo(actor);
  const all = tablesOf(em)
    .selectFrom('proposed_use')
    .innerJoin('open_proposal', 'open_proposal.id', 'proposed_use.proposal_id')
    .where('segment_id', '=', segment)
    .select([
      'strategy_id as id',
      'project_id as projectId',
      'feature_name as featureName',
      'strategy_name as strategyName',
      'environment',
      'open_proposal.id as request',
    ])
    .orderBy('proposed_use.proposal_id')
    .orderBy('proposed_use.change_id')
    .limit(maxListed);
  const seen = visible === 'all' ? all : all.where('project_id', 'in', visible.length === 0 ? [''] : visible);
  const own = access.allows(actor, ['ADMIN'])
    ? seen
    : seen.where((row) => row.or([row('draft', '=', 0), row('user_id', '=', actor.id ?? 0)]));
  return (await own.execute()).map(({ id, request, ...use }) => ({ ...(id !== null && { id }), ...use, changeRequest: { id: request } }));
}

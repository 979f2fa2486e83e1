import { bigInteger, integer, table, text } from '@signalbox/table';

/** Number and size of an author's proposals in one hour. */
export const proposalBudgetTable = table('proposal_budget', 'ProposalBudget', {
  author: text(300).key(),
  hourAt: bigInteger().key(),
  proposals: integer(),
  bytes: bigInteger(),
});

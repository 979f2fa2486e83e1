import type { OnlyAnswer } from '@signalbox/contracts';
import { instant, integer, json, table, text } from '@signalbox/table';

/** Whether a feature can be removed, in the order of urgency. */
export const cleanupVerdicts = ['keep', 'candidate', 'remove-code', 'archive', 'blocked'] as const;

/** The verdict on a feature at the last run of the job. */
export const featureVerdictTable = table('feature_verdict', 'FeatureVerdict', {
  featureName: text(100).key(),
  verdict: text(20).as<(typeof cleanupVerdicts)[number]>(),
  /** The only answer in production, and the time since which it is. */
  winner: json<OnlyAnswer>().nullable(),
  winnerSince: instant().nullable(),
});

/** A decision of a user to keep a feature for a time. */
export const featureSnoozeTable = table('feature_snooze', 'FeatureSnooze', {
  featureName: text(100).key(),
  until: instant().called('until_at'),
  reason: text(500),
  createdByUserId: integer().nullable(),
  createdBy: text(255),
});

/** The feature of a change in a change request that is not closed. */
export const proposedChangeTable = table('proposed_change', 'ProposedChange', {
  changeId: integer().key(),
  proposalId: integer(),
  featureName: text(100),
});

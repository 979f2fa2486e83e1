import { fixedText, instant, json, table, text } from '@signalbox/table';

/** A direct change of an applied plan, with everything that its undo requires. */
export interface AppliedAction {
  readonly op: 'create' | 'update' | 'delete';
  readonly kind: string;
  readonly name: string;
  readonly environment?: string;
  readonly isOfParents?: true;
  readonly before: Readonly<Record<string, unknown>> | null;
  /** SHA-256 of the content after the change. */
  readonly left: string;
}

export const appliedPlanTable = table('applied_plan', 'AppliedPlan', {
  id: fixedText(36).key(),
  project: text(100).called('project_id'),
  /** The set of the plan. Null for a promotion. */
  managedBy: text(100).nullable(),
  actions: json<AppliedAction[]>(),
  appliedAt: instant(),
});

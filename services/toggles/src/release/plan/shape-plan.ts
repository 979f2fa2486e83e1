import { principalKey } from '@signalbox/contracts';
import { type Context, slot } from '@signalbox/kit';
import type { ReleasePlan } from './plan.ts';

/** `principalKey` of the authors of the changes that this unit of work applies. Empty if its actor is their author. */
export const authorsHere = slot((): string[] => []);

/** Records the authors of an edit of the plan, who cannot approve its gates in a protected environment. */
export function shapePlan({ actor, slot: here }: Context, plan: Pick<ReleasePlan, 'shapedBy' | 'createdByUserId'>): void {
  const authors = here(authorsHere);
  plan.shapedBy = [...new Set([...shapersOf(plan), ...(authors.length > 0 ? authors : [principalKey(actor)])])];
}

/** Everyone who added or edited the plan or started a milestone. */
export const shapersOf = ({ shapedBy, createdByUserId }: Pick<ReleasePlan, 'shapedBy' | 'createdByUserId'>): readonly string[] =>
  shapedBy ?? (createdByUserId ? [`user:${createdByUserId}`] : []);

import { Failure } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { changesetOutcomeTable } from '../tables/instance.ts';

/** The outcome of a changeset: applied or abandoned. */
class ChangesetOutcome extends changesetOutcomeTable.entity.class {}
changesetOutcomeTable.entity.setClass(ChangesetOutcome);

/** Returns true for an applied changeset, false for an abandoned one, and undefined while it is undecided. */
export async function outcomeOf(em: EntityManager, key: string): Promise<boolean | undefined> {
  const outcome = await em.findOne(ChangesetOutcome, { key });
  return outcome ? outcome.applied === 1 : undefined;
}

/** Records the outcome of a changeset, under the lock on its environment. */
export function noteOutcome({ em, now }: Context, key: string, applied: boolean): void {
  em.create(ChangesetOutcome, { key, applied: applied ? 1 : 0, decidedAt: now() });
}

export const givenUp = (key: string): Failure => new Failure('ConflictError', `The changeset ${key} was cancelled before it was applied.`);

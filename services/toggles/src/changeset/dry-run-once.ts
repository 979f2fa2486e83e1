import { createHash } from 'node:crypto';
import { type ChangesetInput, Failure, principalKey } from '@signalbox/contracts';
import { type OpenContext, type Order, slot, type TurnLimits, Turns } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import { type DryRunFindings, dryRun } from './dry-run.ts';

/**
 * Dry runs run one after the other: in parallel they would finish no sooner, and each would hold its locks for longer. The limits on waiting
 * changes are about one second of work for each author, and eight seconds in total.
 */
const limits: TurnLimits = {
  atOnce: 1,
  share: 1,
  perAuthor: 2000,
  total: 16_000,
  refusal: (whose) =>
    new Failure(
      'UnavailableError',
      `${whose === 'own' ? 'You have' : 'There are'} too many change requests waiting for validation. Try again shortly.`,
      { retryAfterSeconds: 2 },
    ),
};
/** Limit on cached dry runs, in characters of their results. */
const maxCached = 8_000_000;

/**
 * Like `dryRun`, but runs once per state of toggles and returns the position of that state. Throws 503 while the caller, or all
 * callers together, have too many changes waiting.
 */
export async function dryRunOnce(context: OpenContext, input: ChangesetInput): Promise<DryRunFindings & { readonly position: number }> {
  const dryRuns = context.slot(dryRunsHere);
  const key = keyOf(context, input, await readProposedChanges(context, input));
  const position = await readPosition(context);
  const outcome = await (dryRuns.find(key, position) ??
    dryRuns.add({ key, position, author: principalKey(input.actor), size: input.changes.length }, async () => ({
      outcome: await dryRun(context, input),
      isOf: await readPosition(context),
    })));
  return { ...outcome, position };
}

/**
 * Proposals that would use the segments that the changeset deletes. They come from events of change-requests, which do not move
 * the position, so they are part of the key.
 */
async function readProposedChanges({ em }: OpenContext, { changes }: ChangesetInput): Promise<unknown[]> {
  const segments = changes.flatMap(({ action, payload }) => (action === 'deleteSegment' ? segmentIn(payload) : []));
  if (segments.length === 0) return [];
  return tablesOf(em)
    .selectFrom('proposed_use')
    .innerJoin('open_proposal', 'open_proposal.id', 'proposed_use.proposal_id')
    .where('segment_id', 'in', segments)
    .select(['change_id', 'segment_id', 'draft'])
    .orderBy('change_id')
    .orderBy('segment_id')
    .execute();
}

function segmentIn(payload: unknown): number[] {
  const id = Number((payload as { readonly id?: unknown } | null)?.id);
  return Number.isSafeInteger(id) ? [id] : [];
}

/** Everything that affects a dry run emits an event, so a result is valid until the position moves. */
async function readPosition({ em }: OpenContext): Promise<number> {
  const { position } = await tablesOf(em).selectFrom('counter').select('position').executeTakeFirstOrThrow();
  return Number(position);
}

/** The key includes the projects that the caller can see, because objects elsewhere do not exist for the caller. */
function keyOf(
  { access }: OpenContext,
  { actor, project, environment, changes, states }: ChangesetInput,
  proposed: readonly unknown[],
): string {
  const visible = [access.sees(actor, project), access.visibleTo(actor)];
  return createHash('sha256')
    .update(JSON.stringify([principalKey(actor), visible, project, environment, states, changes, proposed]))
    .digest('base64');
}

interface DryRunResult extends Order {
  readonly key: string;
  readonly position: number;
}

/** The latest dry runs of a process, including those in progress. */
class DryRuns {
  readonly #cached = new Map<string, { readonly position: number; readonly size: number; readonly outcome: Promise<DryRunFindings> }>();
  #size = 0;
  readonly #turns = new Turns(limits);

  /** Undefined if there is no dry run of the current state. One in progress started in this state, so it is not older. */
  find(key: string, position: number): Promise<DryRunFindings> | undefined {
    const cached = this.#cached.get(key);
    return cached?.position === position ? cached.outcome : undefined;
  }

  async add(
    { key, position, ...order }: DryRunResult,
    work: () => Promise<{ outcome: DryRunFindings; isOf: number }>,
  ): Promise<DryRunFindings> {
    const done = this.#turns.take(order, work);
    const outcome = done.then((found) => found.outcome);
    outcome.catch(() => undefined); // Callers that wait for the outcome handle its failure.
    this.#cache(key, { position, size: 0, outcome });
    try {
      const found = await done;
      this.#forget(key, outcome);
      if (found.isOf === position) this.#cache(key, { position, size: JSON.stringify(found.outcome).length, outcome });
      return found.outcome;
    } catch (error) {
      this.#forget(key, outcome);
      throw error;
    }
  }

  #cache(key: string, entry: { readonly position: number; readonly size: number; readonly outcome: Promise<DryRunFindings> }): void {
    this.#forget(key);
    this.#cached.set(key, entry);
    this.#size += entry.size;
    for (const [oldest, { size }] of this.#cached) {
      if (this.#size <= maxCached) return;
      if (size > 0) this.#forget(oldest);
    }
  }

  /** With `only`, leaves an entry that has replaced it. */
  #forget(key: string, only?: Promise<DryRunFindings>): void {
    const cached = this.#cached.get(key);
    if (!cached || (only && cached.outcome !== only)) return;
    this.#cached.delete(key);
    this.#size -= cached.size;
  }
}

/** The service is opened once per process, so its slot spans all requests and answers. */
const dryRunsHere = slot(() => new DryRuns());

import { type DefaultChange, Failure } from '@signalbox/contracts';
import { type Context, type EntityManager, yieldToOthers } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import { sql } from 'kysely';
import { batchesOf } from './batches.ts';
import type { Step, Turn } from './change-kind.ts';
import { type EmittedEvent, type SideEffect, sideEffectsOf } from './effects.ts';
import { permitting } from './permitting.ts';

const turns: readonly Turn[] = ['in order', 'last to go', 'switch', 'end'];

/** The order in which steps take effect: their own, but nothing leaves before what replaces it has come. */
export const inTurn = (steps: readonly Step[]): Step[] => turns.flatMap((turn) => steps.filter(({ change }) => change.turn === turn));

/** Carries all steps out, and returns their side effects. The first that is refused refuses all, and says which it was. */
export async function executeAll(context: Context, steps: readonly Step[]): Promise<SideEffect[]> {
  const effects: SideEffect[] = [];
  for (const step of inTurn(steps)) {
    const { id, change } = step;
    const emitted: EmittedEvent[] = [];
    const publish: Context['publish'] = (event, fact) => {
      emitted.push(emittedEvent(event, fact));
      context.publish(event, fact);
    };
    await change.execute(permitting({ ...context, publish })).catch((error: unknown) => {
      const { name, message, details } = refusalOf(error);
      throw new Failure('BadDataError', `${change.sentence}: ${message}`, { details, extra: { change: id, reason: name } });
    });
    await context.em.flush();
    context.em.clear();
    effects.push(...sideEffectsOf([step], emitted));
  }
  return effects;
}

const emittedEvent = (
  event: EmittedEvent['event'],
  { featureName, data }: { featureName?: string | null; data?: unknown },
): EmittedEvent => ({
  event,
  feature: featureName ?? null,
  data,
});

/** What carrying out would have come to. */
export interface Trial {
  /** By the number of the change: why it could not be carried out. */
  readonly refusals: ReadonlyMap<number, Failure>;
  /** How many events would be stated: none where all is so already. */
  readonly events: number;
  readonly effects: readonly SideEffect[];
}

/** Carries out what can be, and says what could not. The caller takes it all back. */
export async function tryAll(context: Context, steps: readonly Step[]): Promise<Trial> {
  const findings: Findings = { refusals: new Map(), effects: [], events: 0 };
  for (const batch of batchesOf(inTurn(steps))) {
    await yieldToOthers();
    await tryBatch(context, batch, findings);
  }
  return findings;
}

interface Findings {
  readonly refusals: Map<number, Failure>;
  readonly effects: SideEffect[];
  events: number;
}

/** Where one of a batch is refused, its halves are tried, so that few refusals among many changes cost little. */
async function tryBatch(context: Context, batch: readonly Step[], findings: Findings): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const emitted: EmittedEvent[] = [];
  const publish: Context['publish'] = (event, fact) => void emitted.push(emittedEvent(event, fact));
  const refusal = await tryOne(context.em, () => executeTogether(permitting({ ...context, publish }), batch));
  if (!refusal) {
    findings.events += emitted.length;
    findings.effects.push(...sideEffectsOf(batch, emitted));
  } else if (batch.length === 1) findings.refusals.set(first.id, refusal);
  else for (const half of [batch.slice(0, batch.length / 2), batch.slice(batch.length / 2)]) await tryBatch(context, half, findings);
}

/** The changes that come with the set, so that no feature is on without a strategy (reference, identity side §1.4). */
export function defaultChangesOf(effects: readonly SideEffect[]): DefaultChange[] {
  return effects.flatMap(({ feature, kind, content }): DefaultChange[] => {
    if (kind === 'strategy added') return [{ feature, action: 'addStrategy', payload: content }];
    return kind === 'feature disabled' ? [{ feature, action: 'updateEnabled', payload: { enabled: false } }] : [];
  });
}

/** What is carried out together is of one kind. */
async function executeTogether(context: Context, batch: readonly Step[]): Promise<unknown> {
  const [first] = batch;
  const together = first?.change.together;
  if (!together) return first?.change.execute(context);
  return together.execute(
    context,
    batch.flatMap(({ change }) => change.together?.item ?? []),
  );
}

/** Null where the work was done. What a refused one did is taken back. */
async function tryOne(em: EntityManager, work: () => Promise<unknown>): Promise<Failure | null> {
  const takeBack = await savepoint(em, 'one_change');
  const refusal = await work()
    .then(() => em.flush())
    .then(() => null, refusalOf);
  if (refusal) await takeBack();
  else em.clear();
  return refusal;
}

/** Marks where the transaction is. What it gives takes back, rows and entities, all that came after. */
export async function savepoint(em: EntityManager, name: string): Promise<() => Promise<void>> {
  await em.flush();
  await sql`savepoint ${sql.raw(name)}`.execute(tablesOf(em));
  return async () => {
    await sql`rollback to savepoint ${sql.raw(name)}`.execute(tablesOf(em));
    em.clear();
  };
}

/** The refusal that a change met. That the database is away is none, and neither is a bug. */
export function refusalOf(error: unknown): Failure {
  if (error instanceof Failure && error.status < 500) return error;
  throw error;
}

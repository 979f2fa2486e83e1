import { type DefaultChange, type Fact, Failure, type JudgedEvent } from '@signalbox/contracts';
import { type Context, type EntityManager, yieldToOthers } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import { sql } from 'kysely';
import { batchesOf } from './batches.ts';
import type { Step, Turn } from './change-kind.ts';
import { type EmittedEvent, type SideEffect, sideEffectsOf } from './effects.ts';
import type { GuardProposal } from '../transfer/evaluation/guard-rules.ts';
import { permitting } from './permitting.ts';

const turns: readonly Turn[] = ['in order', 'plan', 'last to go', 'switch', 'end'];

/** The order in which steps take effect: the given one, except that replacements are added before anything is removed. */
const inTurn = (steps: readonly Step[]): Step[] => turns.flatMap((turn) => steps.filter(({ change }) => change.turn === turn));

/** Executes all steps and returns their side effects. If a step is refused, all are, and the failure names it. */
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
  { featureName = null, environment = null, data = null, preData = null }: Omit<Fact, 'project' | 'tags'>,
): EmittedEvent => ({ event, feature: featureName, environment, data, preData });

/** Executes steps of direct writes in one environment, several at a time. If one is refused, all are. */
export async function executeInBatches(context: Context, steps: readonly Step[]): Promise<void> {
  for (const batch of batchesOf(inTurn(steps))) {
    await yieldToOthers();
    await executeTogether(context, batch);
    await context.em.flush();
    context.em.clear();
  }
}

/** The outcome of a trial execution. */
export interface Trial {
  /** Reasons for refusal by the number of the change. */
  readonly refusals: ReadonlyMap<number, Failure>;
  /** The number of events that would be emitted: zero if nothing would change. */
  readonly events: number;
  readonly effects: readonly SideEffect[];
}

/**
 * Executes every step that succeeds, and returns the refusals of the others, and of those that break a rule. The latter keep their effects:
 * an approval remains valid until the rule holds again. The caller rolls everything back.
 */
export async function tryAll(context: Context, steps: readonly Step[], guard: GuardProposal | null): Promise<Trial> {
  const findings: Findings = { refusals: new Map(), effects: [], events: 0 };
  for (const batch of batchesOf(inTurn(steps))) {
    await yieldToOthers();
    await tryBatch(context, batch, { findings, guard });
  }
  return findings;
}

interface Findings {
  readonly refusals: Map<number, Failure>;
  readonly effects: SideEffect[];
  events: number;
}

interface Trying {
  readonly findings: Findings;
  readonly guard: GuardProposal | null;
}

const judgedEvent = ({ event: { type }, feature: featureName, ...content }: EmittedEvent): JudgedEvent => ({
  type,
  featureName,
  ...content,
});

/** If a change of a batch is refused, retries the batch in halves, so that a few refusals among many changes remain inexpensive. */
async function tryBatch(context: Context, batch: readonly Step[], trying: Trying): Promise<void> {
  const { findings, guard } = trying;
  const [first] = batch;
  if (!first) return;
  const emitted: EmittedEvent[] = [];
  const publish: Context['publish'] = (event, fact) => void emitted.push(emittedEvent(event, fact));
  const refusal = await tryOne(context.em, () => executeTogether(permitting({ ...context, publish }), batch));
  if (!refusal) {
    findings.events += emitted.length;
    findings.effects.push(...sideEffectsOf(batch, emitted));
    const broken = await guard?.(context, emitted.map(judgedEvent));
    for (const { id, change } of batch) {
      const rule = broken?.get(change.target.featureName);
      if (rule) findings.refusals.set(id, rule);
    }
  } else if (batch.length === 1) findings.refusals.set(first.id, refusal);
  else for (const half of [batch.slice(0, batch.length / 2), batch.slice(batch.length / 2)]) await tryBatch(context, half, trying);
}

/**
 * The changes that accompany the set, so that no feature is enabled without a strategy (reference, identity side §1.4). A feature
 * that the set itself switches on does not stay disabled.
 */
export function defaultChangesOf(steps: readonly Step[], effects: readonly SideEffect[]): DefaultChange[] {
  const switchedOn = new Set(steps.flatMap(({ change: { turn, target } }) => (turn === 'switch' ? target.featureName : [])));
  return effects.flatMap(({ feature, kind, content }): DefaultChange[] => {
    if (kind === 'strategy added') return [{ feature, action: 'addStrategy', payload: content }];
    const staysOff = kind === 'feature disabled' && !switchedOn.has(feature);
    return staysOff ? [{ feature, action: 'updateEnabled', payload: { enabled: false } }] : [];
  });
}

/** All changes of a batch are of one kind. */
async function executeTogether(context: Context, batch: readonly Step[]): Promise<unknown> {
  const [first] = batch;
  const together = first?.change.together;
  if (!together) return first?.change.execute(context);
  return together.execute(
    context,
    batch.flatMap(({ change }) => change.together?.item ?? []),
  );
}

/** Returns null on success. Rolls back refused work. */
async function tryOne(em: EntityManager, work: () => Promise<unknown>): Promise<Failure | null> {
  const rollBack = await savepoint(em, 'one_change');
  const refusal = await work()
    .then(() => em.flush())
    .then(() => null, refusalOf);
  if (refusal) await rollBack();
  else em.clear();
  return refusal;
}

/** Creates a savepoint. The returned function rolls back to it, including the loaded entities. */
export async function savepoint(em: EntityManager, name: string): Promise<() => Promise<void>> {
  await em.flush();
  await sql`savepoint ${sql.raw(name)}`.execute(tablesOf(em));
  return async () => {
    await sql`rollback to savepoint ${sql.raw(name)}`.execute(tablesOf(em));
    em.clear();
  };
}

/** Returns the refusal of a change. Rethrows bugs and failures of the database. */
export function refusalOf(error: unknown): Failure {
  if (error instanceof Failure && error.status < 500) return error;
  throw error;
}

import { type DefaultChange, Failure, type RaisedEvent, featureEnvironmentDisabled, featureStrategyAdd } from '@signalbox/contracts';
import { type Context, type EntityManager, yieldToOthers } from '@signalbox/kit';
import { tablesOf } from '../base/database/tables.ts';
import { sql } from 'kysely';
import { batchesOf } from './batches.ts';
import type { Step, Turn } from './change-kind.ts';
import { permitting } from './permitting.ts';

const turns: readonly Turn[] = ['in order', 'last to go', 'switch', 'end'];

/** The order in which steps take effect: their own, but nothing leaves before what replaces it has come. */
export const inTurn = (steps: readonly Step[]): Step[] => turns.flatMap((turn) => steps.filter(({ change }) => change.turn === turn));

/** Carries all steps out. The first that is refused refuses all, and says which it was. */
export async function carryOutAll(context: Context, steps: readonly Step[]): Promise<void> {
  const permitted = permitting(context);
  for (const { id, change } of inTurn(steps)) {
    await change.carryOut(permitted).catch((error: unknown) => {
      const { name, message, details } = refusalOf(error);
      throw new Failure('BadDataError', `${change.sentence}: ${message}`, { details, extra: { change: id, reason: name } });
    });
    await context.em.flush();
    context.em.clear();
  }
}

/** What carrying out would have come to. */
export interface Trial {
  /** By the number of the change: why it could not be carried out. */
  readonly refusals: ReadonlyMap<number, Failure>;
  /** How many events would be stated: none where all is so already. */
  readonly events: number;
  readonly defaultChanges: readonly DefaultChange[];
}

/** Carries out what can be, and says what could not. The caller takes it all back. */
export async function tryAll(context: Context, steps: readonly Step[]): Promise<Trial> {
  const findings: Findings = { refusals: new Map(), defaults: new Map(), events: 0 };
  for (const batch of batchesOf(inTurn(steps))) {
    await yieldToOthers();
    await tryBatch(context, batch, findings);
  }
  const { refusals, defaults, events } = findings;
  return { refusals, events, defaultChanges: [...defaults.values()] };
}

interface Findings {
  readonly refusals: Map<number, Failure>;
  readonly defaults: Map<string, DefaultChange>;
  events: number;
}

/** Where one of a batch is refused, its halves are tried, so that few refusals among many changes cost little. */
async function tryBatch(context: Context, batch: readonly Step[], findings: Findings): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const stated: Stated[] = [];
  const publish: Context['publish'] = (event, { featureName, data }) => void stated.push({ event, feature: featureName ?? null, data });
  const refusal = await tryOne(context.em, () => carryOutTogether(permitting({ ...context, publish }), batch));
  if (!refusal) {
    findings.events += stated.length;
    noteDefaults(findings.defaults, batch, stated);
  } else if (batch.length === 1) findings.refusals.set(first.id, refusal);
  else for (const half of [batch.slice(0, batch.length / 2), batch.slice(batch.length / 2)]) await tryBatch(context, half, findings);
}

interface Stated {
  readonly event: RaisedEvent;
  readonly feature: string | null;
  readonly data: unknown;
}

/** What a change brought with it, so that no feature is on without a strategy (reference, identity side §1.4). */
function noteDefaults(defaults: Map<string, DefaultChange>, batch: readonly Step[], stated: readonly Stated[]): void {
  const statedOf = (wanted: RaisedEvent) =>
    new Map(stated.flatMap(({ event, feature, data }) => (event === wanted ? [[feature, data as object]] : [])));
  const added = statedOf(featureStrategyAdd);
  const disabled = statedOf(featureEnvironmentDisabled);
  for (const { change } of batch) {
    const { featureName: feature } = change.target;
    const strategy = added.get(feature);
    if (change.turn === 'switch') {
      if (strategy) defaults.set(feature, { feature, action: 'addStrategy', payload: withoutId(strategy) });
      else defaults.delete(feature);
    } else if (change.turn === 'last to go' && disabled.has(feature))
      defaults.set(feature, { feature, action: 'updateEnabled', payload: { enabled: false } });
  }
}

function withoutId(strategy: object): object {
  const { id: _id, sortOrder: _sortOrder, ...content } = strategy as { id?: string; sortOrder?: number };
  return content;
}

/** What is carried out together is of one kind. */
async function carryOutTogether(context: Context, batch: readonly Step[]): Promise<unknown> {
  const [first] = batch;
  const together = first?.change.together;
  if (!together) return first?.change.carryOut(context);
  return together.carryOut(
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

import { type DefaultChange, Failure, type RaisedEvent, featureEnvironmentDisabled, featureStrategyAdd } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { tablesOf } from '../base/database/tables.ts';
import { sql } from 'kysely';
import type { ReadChange, Turn } from './change-kind.ts';
import { permitting } from './permitting.ts';

/** A change that could be read. */
export interface Step {
  readonly id: number;
  readonly change: ReadChange;
}

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
  readonly defaultChanges: readonly DefaultChange[];
}

/** Carries out what can be, and says what could not. The caller takes it all back. */
export async function tryAll(context: Context, steps: readonly Step[]): Promise<Trial> {
  const refusals = new Map<number, Failure>();
  const defaults = new Map<string, DefaultChange>();
  for (const { id, change } of inTurn(steps)) {
    const stated: Stated[] = [];
    const listening = permitting({ ...context, publish: (event, fact) => void stated.push({ event, data: fact.data }) });
    const refusal = await tryOne(context.em, () => change.carryOut(listening));
    if (refusal) refusals.set(id, refusal);
    else noteDefaults(defaults, change, stated);
  }
  return { refusals, defaultChanges: [...defaults.values()] };
}

interface Stated {
  readonly event: RaisedEvent;
  readonly data: unknown;
}

/** What a change brought with it, so that no feature is on without a strategy (reference, identity side §1.4). */
function noteDefaults(
  defaults: Map<string, DefaultChange>,
  { turn, target: { featureName: feature } }: ReadChange,
  stated: readonly Stated[],
): void {
  if (turn === 'switch') {
    const added = stated.find(({ event }) => event === featureStrategyAdd);
    if (added) defaults.set(feature, { feature, action: 'addStrategy', payload: withoutId(added.data as object) });
    else defaults.delete(feature);
  } else if (turn === 'last to go' && stated.some(({ event }) => event === featureEnvironmentDisabled)) {
    defaults.set(feature, { feature, action: 'updateEnabled', payload: { enabled: false } });
  }
}

function withoutId(strategy: object): object {
  const { id: _id, sortOrder: _sortOrder, ...content } = strategy as { id?: string; sortOrder?: number };
  return content;
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

import type { EntityManager } from '@mikro-orm/sql';
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';

type Value = string | number | null;

/** Operand of a statement: a value, a list for `in`, or rows to insert, all with the same columns. */
export type Operand = Value | readonly (string | number)[] | readonly object[];

/** Maximum length of a page. Longer lists are rare, and each length needs its own statement. */
const maxCachedLength = 100;
/** Limit of cached statements. If a caller exceeds it by using many lengths, the cache starts over. */
const maxCached = 200;

/**
 * A statement that is built once per dialect, list lengths and row columns, for frequent statements that take longer to build than to run.
 * `build` may use its parameters only as operands; their values are filled in for each call. Runs in the transaction of `em`, if any,
 * otherwise on a read connection.
 */
export const compiled = <DB, Operands extends readonly Operand[], Row>(build: Build<DB, Operands, Row>): Statement<Operands, Row> =>
  statementOf(build, batchable);

/** Ends a statement whose result may come `later`, so that it can travel with statements that are executed in the same turn. */
export const batchable = ' /* compiled */';

/** Property of the empty rows of such a statement: the promise of its result. */
export const later = Symbol('later');

/** Ends a statement of `deferred`. */
export const deferral = ' /* deferred */';

/**
 * Like `compiled`, for a write whose result the caller does not need. In a transaction on MySQL, it travels with the statement that follows
 * or with the commit, which then also rejects if it fails.
 */
export function deferred<DB, Operands extends readonly Operand[]>(
  build: Build<DB, Operands, unknown>,
): (em: EntityManager, ...operands: Operands) => Promise<void> {
  const statement = statementOf(build, deferral);
  return async (em, ...operands) => void (await statement(em, ...operands));
}

type Build<DB, Operands extends readonly Operand[], Row> = (db: Kysely<DB>, ...operands: Operands) => Compilable<Row>;
type Statement<Operands extends readonly Operand[], Row> = (em: EntityManager, ...operands: Operands) => Promise<QueryResult<Row>>;

function statementOf<DB, Operands extends readonly Operand[], Row>(
  build: Build<DB, Operands, Row>,
  ending: string,
): Statement<Operands, Row> {
  const known = new Map<unknown, Map<string, CompiledQuery<Row>>>();
  return async (em, ...operands) => {
    const db = em.getKysely<object>({ type: 'read' }) as Kysely<unknown> as Kysely<DB>;
    const dialect = em.getPlatform().constructor;
    const byShape = known.get(dialect) ?? new Map<string, CompiledQuery<Row>>();
    known.set(dialect, byShape);
    const shape = operands.map(shapeOf).join();
    const query = byShape.get(shape) ?? withEnding(build(db, ...(operands.map(placeholders) as unknown as Operands)).compile(), ending);
    if (byShape.size === maxCached) byShape.clear();
    if (operands.every((operand) => !isList(operand) || operand.length <= maxCachedLength)) byShape.set(shape, query);
    const parameters = query.parameters.map((part) => (part instanceof Placeholder ? part.of(operands) : part));
    const result = await db.executeQuery<Row>({ ...query, parameters });
    return (result.rows as MaybeLater<Row>)[later] ?? result;
  };
}

interface MaybeLater<Row> {
  readonly [later]?: Promise<QueryResult<Row>>;
}

const withEnding = <Row>(query: CompiledQuery<Row>, ending: string): CompiledQuery<Row> => ({ ...query, sql: query.sql + ending });

const isList = (operand: Operand): operand is Exclude<Operand, Value> => Array.isArray(operand);

/** Part of the cache key: the length of a list, and the columns of its rows. */
function shapeOf(operand: Operand): string {
  if (!isList(operand)) return '';
  const [first] = operand;
  return [operand.length, ...(typeof first === 'object' ? Object.keys(first) : [])].join(' ');
}

/** Stands for a value while a statement is built: an operand, an entry of a list, or a column of a row. */
class Placeholder {
  readonly #path: readonly (number | string)[];

  constructor(...path: readonly (number | string)[]) {
    this.#path = path;
  }

  /** A builder that compares or concatenates an operand would cache a statement for a single value. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('An operand of a compiled statement has no value yet: pass it to the query builder as it is.');
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }

  of(operands: readonly Operand[]): unknown {
    return this.#path.reduce<unknown>((value, step) => (value as Record<number | string, unknown>)[step], operands);
  }
}

function placeholders(operand: Operand, index: number) {
  if (!isList(operand)) return new Placeholder(index);
  return operand.map((entry: string | number | object, at) =>
    typeof entry === 'object'
      ? Object.fromEntries(Object.keys(entry).map((column) => [column, new Placeholder(index, at, column)]))
      : new Placeholder(index, at),
  );
}

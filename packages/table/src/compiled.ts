import type { EntityManager } from '@mikro-orm/sql';
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';

type Value = string | number | null;

/** What a statement takes: a value, a list that stands in an `in`, or rows that are inserted, all with the same columns. */
export type Operand = Value | readonly (string | number)[] | readonly object[];

/** A page has no more; longer lists are rare, and each length is a statement of its own. */
const maxCachedLength = 100;
/** So many lengths together are asked for by whoever tries them all: then it begins anew. */
const maxCached = 200;

/**
 * A statement that is built once for each dialect, length of its lists and columns of its rows: for what is asked so often that building it costs more than
 * answering it. `build` may use what it gets only as operands; the values are filled in anew each time. It runs in the transaction of
 * `em` where there is one, else on a connection that only reads.
 */
export function compiled<DB, Operands extends readonly Operand[], Row>(
  build: (db: Kysely<DB>, ...operands: Operands) => Compilable<Row>,
): (em: EntityManager, ...operands: Operands) => Promise<QueryResult<Row>> {
  const known = new Map<unknown, Map<string, CompiledQuery<Row>>>();
  return (em, ...operands) => {
    const db = em.getKysely<object>({ type: 'read' }) as Kysely<unknown> as Kysely<DB>;
    const dialect = em.getPlatform().constructor;
    const byShape = known.get(dialect) ?? new Map<string, CompiledQuery<Row>>();
    known.set(dialect, byShape);
    const shape = operands.map(shapeOf).join();
    const query = byShape.get(shape) ?? build(db, ...(operands.map(placeholders) as unknown as Operands)).compile();
    if (byShape.size === maxCached) byShape.clear();
    if (operands.every((operand) => !isList(operand) || operand.length <= maxCachedLength)) byShape.set(shape, query);
    const parameters = query.parameters.map((part) => (part instanceof Placeholder ? part.of(operands) : part));
    return db.executeQuery({ ...query, parameters });
  };
}

const isList = (operand: Operand): operand is Exclude<Operand, Value> => Array.isArray(operand);

/** What makes it another statement: how long a list is, and which columns its rows have. */
function shapeOf(operand: Operand): string {
  if (!isList(operand)) return '';
  const [first] = operand;
  return [operand.length, ...(typeof first === 'object' ? Object.keys(first) : [])].join(' ');
}

/** Stands for a value while a statement is built: for an operand, an entry of a list, or a column of a row in one. */
class Placeholder {
  readonly #path: readonly (number | string)[];

  constructor(...path: readonly (number | string)[]) {
    this.#path = path;
  }

  /** A build that compares or concatenates an operand would cache a statement for one value, for everybody. */
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

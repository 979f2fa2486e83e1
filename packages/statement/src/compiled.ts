import type { EntityManager } from '@mikro-orm/sql';
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';

/** What a statement takes. A list stands in an `in`. */
export type Operand = string | number | null | readonly (string | number)[];

/** Longer lists are rare, and each length is a statement of its own. */
const longestKept = 32;

/**
 * A statement that is built once for each dialect and number of names in its lists: for what is asked so often that building it costs
 * more than answering it. `build` may use the values only as operands; they are filled in anew each time.
 */
export function compiled<DB, Operands extends readonly Operand[], Row>(
  build: (db: Kysely<DB>, ...operands: Operands) => Compilable<Row>,
): (em: EntityManager, ...operands: Operands) => Promise<QueryResult<Row>> {
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return (em, ...operands) => {
    const db = em.getKysely<object>({ type: 'read' }) as Kysely<unknown> as Kysely<DB>;
    const byShape = known.get(em.getPlatform()) ?? new Map<string, CompiledQuery<Row>>();
    known.set(em.getPlatform(), byShape);
    const shape = operands.map((operand) => (Array.isArray(operand) ? operand.length : 1)).join();
    const query = byShape.get(shape) ?? build(db, ...(operands.map(placeholders) as unknown as Operands)).compile();
    if (operands.every((operand) => !Array.isArray(operand) || operand.length <= longestKept)) byShape.set(shape, query);
    const parameters = query.parameters.map((part) => (part instanceof Placeholder ? part.of(operands) : part));
    return db.executeQuery({ ...query, parameters });
  };
}

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly #operand: number;
  readonly #entry: number | null;

  constructor(operand: number, entry: number | null) {
    this.#operand = operand;
    this.#entry = entry;
  }

  of(operands: readonly Operand[]): unknown {
    const operand = operands[this.#operand];
    return this.#entry === null ? operand : (operand as readonly unknown[])[this.#entry];
  }
}

const placeholders = (operand: Operand, index: number): Placeholder | Placeholder[] =>
  Array.isArray(operand) ? operand.map((_, entry) => new Placeholder(index, entry)) : new Placeholder(index, null);

import type { EntityManager } from '@mikro-orm/sql';
import { compiled, type Operand } from './compiled.ts';
import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** A row as `rowOf` answers it. */
interface Row<T> {
  readonly row: T;
}

/** One read among others: it selects `rowOf(...).as('row')` and nothing else. */
// oxlint-disable-next-line typescript/no-explicit-any -- what it reads from does not matter here, only what it answers
type Read<T> = SelectQueryBuilder<any, any, Row<T>>;

/** The reads of one statement by name. They are not ordered: whoever asks sorts what there is of each. */
type Reads = Readonly<Record<string, Read<unknown>>>;

/** The rows of each read. */
type Found<R extends Reads> = { readonly [Name in keyof R]: (R[Name] extends Read<infer T> ? T : never)[] };

/** The columns of one row as a JSON object: numbers and null stay what they are, everything else is text. */
export function rowOf<T extends Record<string, unknown>>(columns: { readonly [Name in keyof T]: Expression<T[Name]> }): RawBuilder<T> {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${column}`);
  return sql<T>`json_object(${sql.join(pairs)})`;
}

/**
 * Several small reads in one statement, built once as `compiled` has it: for what is asked so often that building and sending
 * statements costs more than answering them. `build` may use the operands only as such; they are filled in anew each time.
 */
export function readTogether<DB, Operands extends readonly Operand[], R extends Reads>(
  build: (db: Kysely<DB>, ...operands: Operands) => R,
): (em: EntityManager, ...operands: Operands) => Promise<Found<R>> {
  let names: readonly string[] = [];
  const ask = compiled((db: Kysely<DB>, ...operands: Operands) => {
    const reads = build(db, ...operands);
    names = Object.keys(reads);
    return together(reads);
  });
  return async (em, ...operands) => {
    const { rows } = await ask(em, ...operands);
    const found = Object.fromEntries(names.map((name): [string, unknown[]] => [name, []]));
    for (const { name, row } of rows) found[name]?.push(typeof row === 'string' ? JSON.parse(row) : row);
    return found as Found<R>;
  };
}

function together(reads: Reads) {
  const [first, ...others] = Object.entries(reads).map(([name, read]) => read.select(sql.lit(name).as('name')));
  if (first === undefined) throw new Error('Nothing is read.');
  return others.reduce((all, read) => all.unionAll(read), first);
}

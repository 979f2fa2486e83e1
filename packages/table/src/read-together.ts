import type { EntityManager } from '@mikro-orm/sql';
import { compiled, type Operand } from './compiled.ts';
import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** A row of `rowOf`. */
interface Row<T> {
  readonly row: T;
}

/** One of several reads. It selects only `rowOf(...).as('row')`. */
// oxlint-disable-next-line typescript/no-explicit-any -- only the type of its result matters here
type Read<T> = SelectQueryBuilder<any, any, Row<T>>;

/** Reads of one statement, by name. They are unordered; callers sort the results. */
type Reads = Readonly<Record<string, Read<unknown>>>;

/** Rows of each read. */
type Found<R extends Reads> = { readonly [Name in keyof R]: (R[Name] extends Read<infer T> ? T : never)[] };

/** Columns of a row as a JSON object: numbers and null are preserved, everything else is text. */
export function rowOf<T extends Record<string, unknown>>(columns: { readonly [Name in keyof T]: Expression<T[Name]> }): RawBuilder<T> {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${column}`);
  return sql<T>`json_object(${sql.join(pairs)})`;
}

/**
 * Several small reads in one statement, cached like `compiled`, for frequent reads that take longer to build and send than to run. `build`
 * may use its parameters only as operands; their values are filled in for each call.
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

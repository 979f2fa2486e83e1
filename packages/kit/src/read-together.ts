import type { EntityManager } from '@mikro-orm/sql';
import { type CompiledQuery, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

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

type Value = string | number | null;

/** The columns of one row as a JSON object: numbers and null stay what they are, everything else is text. */
export function rowOf<T extends Record<string, unknown>>(columns: { readonly [Name in keyof T]: Expression<T[Name]> }): RawBuilder<T> {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${column}`);
  return sql<T>`json_object(${sql.join(pairs)})`;
}

/**
 * Several small reads in one statement, built once for each dialect: for what is asked so often that building and sending
 * statements costs more than answering them. `build` may use the values only as operands; they are filled in anew each time.
 */
export function readTogether<DB, Values extends readonly Value[], R extends Reads>(
  build: (db: Kysely<DB>, ...values: Values) => R,
): (em: EntityManager, ...values: Values) => Promise<Found<R>> {
  const known = new WeakMap<object, Together>();
  return async (em, ...values) => {
    const db = em.getKysely<object>({ type: 'read' });
    let together = known.get(em.getPlatform());
    if (!together) {
      const placeholders = values.map((_, index) => new Placeholder(index));
      together = compile(build(db as Kysely<unknown> as Kysely<DB>, ...(placeholders as unknown as Values)));
      known.set(em.getPlatform(), together);
    }
    const parameters = together.query.parameters.map((part) => (part instanceof Placeholder ? values[part.index] : part));
    const { rows } = await db.executeQuery<{ name: string; row: unknown }>({ ...together.query, parameters });
    const found = Object.fromEntries(together.names.map((name): [string, unknown[]] => [name, []]));
    for (const { name, row } of rows) found[name]?.push(typeof row === 'string' ? JSON.parse(row) : row);
    return found as Found<R>;
  };
}

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

interface Together {
  readonly names: readonly string[];
  readonly query: CompiledQuery;
}

function compile(reads: Reads): Together {
  const [first, ...others] = Object.entries(reads).map(([name, read]) => read.select(sql.lit(name).as('name')));
  if (first === undefined) throw new Error('Nothing is read.');
  return { names: Object.keys(reads), query: others.reduce((all, read) => all.unionAll(read), first).compile() };
}

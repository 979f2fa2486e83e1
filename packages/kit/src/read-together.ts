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

/** A value, or a list that stands in `in`. */
type Values = readonly (Value | readonly Value[])[];

/** A list is filled up to one of these lengths with its last value, so that there are few statements. */
const lengths = [1, 10, 50, 100];

/** The columns of one row as a JSON object: numbers and null stay what they are, everything else is text. */
export function rowOf<T extends Record<string, unknown>>(columns: { readonly [Name in keyof T]: Expression<T[Name]> }): RawBuilder<T> {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${sql.lit(name)}, ${column}`);
  return sql<T>`json_object(${sql.join(pairs)})`;
}

/**
 * Several small reads in one statement, built once for each dialect: for what is asked so often that building and sending
 * statements costs more than answering them. `build` may use the values only as operands; they are filled in anew each time. A list
 * holds one to a hundred values, and is the right side of an `in`.
 */
export function readTogether<DB, V extends Values, R extends Reads>(
  build: (db: Kysely<DB>, ...values: V) => R,
): (em: EntityManager, ...values: V) => Promise<Found<R>> {
  const known = new WeakMap<object, Map<string, Together>>();
  return async (em, ...given) => {
    const db = em.getKysely<object>({ type: 'read' });
    const values = given.map((value) => (isList(value) ? filledUp(value) : value));
    const statements = known.get(em.getPlatform()) ?? new Map<string, Together>();
    known.set(em.getPlatform(), statements);
    const shape = values.map((value) => (isList(value) ? value.length : 0)).join();
    let together = statements.get(shape);
    if (!together) {
      together = compile(build(db as Kysely<unknown> as Kysely<DB>, ...(values.map(placeholdersOf) as unknown as V)));
      statements.set(shape, together);
    }
    const parameters = together.query.parameters.map((part) => (part instanceof Placeholder ? part.valueIn(values) : part));
    const { rows } = await db.executeQuery<{ name: string; row: unknown }>({ ...together.query, parameters });
    const found = Object.fromEntries(together.names.map((name): [string, unknown[]] => [name, []]));
    for (const { name, row } of rows) found[name]?.push(typeof row === 'string' ? JSON.parse(row) : row);
    return found as Found<R>;
  };
}

const isList = (value: Value | readonly Value[]): value is readonly Value[] => Array.isArray(value);

function filledUp(list: readonly Value[]): readonly Value[] {
  const length = lengths.find((enough) => enough >= list.length);
  const last = list.at(-1);
  if (length === undefined || last === undefined) throw new Error(`A list of ${list.length} values cannot be read at once.`);
  return [...list, ...Array.from({ length: length - list.length }, () => last)];
}

/** Stands for a value, or for one of a list, while a statement is built. */
class Placeholder {
  readonly #index: number;
  readonly #at: number | null;

  constructor(index: number, at: number | null) {
    this.#index = index;
    this.#at = at;
  }

  valueIn(values: Values): Value | undefined {
    const value = values[this.#index];
    return this.#at === null ? (value as Value) : (value as readonly Value[])[this.#at];
  }
}

const placeholdersOf = (value: Value | readonly Value[], index: number): Placeholder | Placeholder[] =>
  isList(value) ? value.map((_, at) => new Placeholder(index, at)) : new Placeholder(index, null);

interface Together {
  readonly names: readonly string[];
  readonly query: CompiledQuery;
}

function compile(reads: Reads): Together {
  const [first, ...others] = Object.entries(reads).map(([name, read]) => read.select(sql.lit(name).as('name')));
  if (first === undefined) throw new Error('Nothing is read.');
  return { names: Object.keys(reads), query: others.reduce((all, read) => all.unionAll(read), first).compile() };
}

import type { Expression, SelectQueryBuilder } from 'kysely';
import type { Type } from 'typebox';
import type { AnyColumn } from './column.ts';
import {
  columnName,
  type ColumnName,
  type PropertyName,
  type RowsOf,
  type StoredOf,
  type Table,
  type ValueOf,
  type ValuesOf,
} from './table.ts';

/** Properties whose columns have a mark. */
export type Marked<T extends Table, Mark extends string> = {
  [Name in PropertyName<T>]: T['columns'][Name] extends { marks: Readonly<Record<Mark, true>> } ? Name : never;
}[PropertyName<T>];

/** Columns selected from a table under the names of their properties. */
type Selection<T extends Table, Name extends PropertyName<T>> = {
  [Each in Name]: `${T['name']}.${ColumnName<T['columns'][Each], Each>} as ${Each}`;
}[Name];

type Stored<T extends Table, Name extends PropertyName<T>> = { readonly [Each in Name]: StoredOf<T['columns'][Each]> };

/** Nullable properties may be absent too: the ORM and responses omit them. */
type EntityWith<T extends Table, Name extends PropertyName<T>> = {
  readonly [Each in Name as null extends ValueOf<T['columns'][Each]> ? never : Each]: ValueOf<T['columns'][Each]>;
} & {
  readonly [Each in Name as null extends ValueOf<T['columns'][Each]> ? Each : never]?: ValueOf<T['columns'][Each]> | undefined;
};

/** True for columns that responses omit when they are null. */
type IsOptional<C> = C extends { facts: { optional: true } } ? true : false;

/** Properties as in responses and events. */
type Wire<T extends Table, Name extends PropertyName<T>> = {
  [Each in Name as IsOptional<T['columns'][Each]> extends true ? never : Each]: WireOf<ValueOf<T['columns'][Each]>>;
} & {
  [Each in Name as IsOptional<T['columns'][Each]> extends true ? Each : never]?: NonNullable<WireOf<ValueOf<T['columns'][Each]>>>;
};

/** `never` for queries whose table has an alias or a left join: its columns would have other names, or be null. */
type IfReadable<T extends Table, DB, From> = T['name'] extends From ? (DB extends RowsOf<T> ? unknown : never) : never;

/** Creates references to columns: the query builder's expression builder. */
interface References {
  // oxlint-disable-next-line typescript/no-explicit-any -- the names of columns are checked by `refs`
  ref(column: any): unknown;
}

interface Field<Name> {
  readonly name: Name;
  readonly column: AnyColumn;
  /** Name of the column in the database. */
  readonly stored: string;
  /** The same, qualified with the table. */
  readonly field: string;
}

/** Selected properties of a table, with functions to select, decode and copy them. */
export class Projection<T extends Table, Name extends PropertyName<T>> {
  readonly names: readonly Name[];
  readonly #fields: readonly Field<Name>[];

  constructor(table: T, names: readonly Name[]) {
    this.names = names;
    this.#fields = names.map((name) => {
      const column = table.columns[name] as AnyColumn;
      const stored = columnName(name, column);
      return { name, column, stored, field: `${table.name}.${stored}` };
    });
  }

  /** Argument of `select`. */
  get selection(): readonly Selection<T, Name>[] {
    return this.#fields.map(({ name, field }) => `${field} as ${name}` as Selection<T, Name>);
  }

  /** Argument of `rowOf`. */
  refs(table: References): { [Each in Name]: Expression<StoredOf<T['columns'][Each]>> } {
    return this.#each(({ field }) => table.ref(field)) as never;
  }

  /**
   * Executes the query with this selection and decodes the rows. Columns that the query selects itself stay as stored. The table must
   * have no alias, and no left join.
   */
  async read<DB, From extends keyof DB, Other>(
    query: SelectQueryBuilder<DB, From, Other> & IfReadable<T, DB, From>,
  ): Promise<(Other & ValuesOf<T, Name>)[]> {
    const rows = await query.select(this.selection as never).execute();
    return rows.map((row) => ({ ...(row as Other), ...this.decode(row as Stored<T, Name>) }));
  }

  /** Decodes a row that was read by `selection` or `refs`. */
  decode(row: Stored<T, Name>): ValuesOf<T, Name> {
    return this.#each(({ name, column }) => orNull(row[name], column.codec.decode)) as ValuesOf<T, Name>;
  }

  /** True if the row is stored as `encode` writes it. A database may hold values that decode to the same as others. */
  isExact(row: Stored<T, Name>): boolean {
    return this.#fields.every(({ name, column: { codec } }) => {
      const stored: unknown = row[name];
      return stored === null || codec.encode(codec.decode(stored)) === stored;
    });
  }

  /** Encodes a row to insert. */
  encode(values: Readonly<ValuesOf<T, Name>>): { [Each in Name as ColumnName<T['columns'][Each], Each>]: StoredOf<T['columns'][Each]> } {
    const row: Record<string, unknown> = {};
    for (const { name, column, stored } of this.#fields) row[stored] = orNull(values[name], column.codec.encode);
    return row as never;
  }

  /** Picks these properties from an entity. */
  pick(entity: EntityWith<T, Name>): ValuesOf<T, Name> {
    const values = entity as Readonly<Record<string, unknown>>;
    return this.#each(({ name }) => values[name] ?? null) as ValuesOf<T, Name>;
  }

  /** Picks the defined ones of these properties. */
  given<V extends Partial<Readonly<Record<Name, unknown>>>>(values: V): Partial<Pick<V, Name & keyof V>> {
    const given = this.names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]));
    return Object.fromEntries(given) as Partial<Pick<V, Name & keyof V>>;
  }

  /** Values as in responses and events. */
  toResponse(entity: EntityWith<T, Name>): Wire<T, Name> {
    const values = entity as Readonly<Record<string, unknown>>;
    const cells = this.#fields.flatMap(({ name, column }) => {
      const value = orNull(values[name], column.codec.toResponse);
      return value === null && column.facts.optional ? [] : [[name, value]];
    });
    return Object.fromEntries(cells) as Wire<T, Name>;
  }

  #each(value: (field: Field<Name>) => unknown): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const field of this.#fields) values[field.name] = value(field);
    return values;
  }
}

const orNull = <In, Out>(value: In | null | undefined, convert: (this: void, value: In) => Out): Out | null =>
  value === null || value === undefined ? null : convert(value);

/** Creates the projection of the columns with a mark, and of other named ones. */
export function projectionOf<T extends Table, Mark extends string, Other extends PropertyName<T> = never>(
  table: T,
  mark: Mark,
  others: readonly Other[] = [],
): Projection<T, Marked<T, Mark> | Other> {
  const names = Object.entries(table.columns).flatMap(([name, { marks }]) =>
    (marks as Readonly<Record<string, unknown>>)[mark] === true || others.includes(name as Other) ? [name] : [],
  );
  return new Projection(table, names as (Marked<T, Mark> | Other)[]);
}

/** Creates the projection of all columns. */
export const projectionOfAll = <T extends Table>(table: T): Projection<T, PropertyName<T>> =>
  new Projection(table, Object.keys(table.columns));

/** A value as in JSON. */
type WireOf<Value> = Value extends Date ? string : Value;

type Shape<T extends Table, Name extends PropertyName<T>> = Type.TUnsafe<WireOf<ValueOf<T['columns'][Name]>>>;

/** Result of `shapesOf`. */
export type ShapesOf<T extends Table, Name extends PropertyName<T>> = {
  [Each in Name]: IsOptional<T['columns'][Each]> extends true ? Type.TOptional<Shape<T, Each>> : Shape<T, Each>;
};

/** Schemas of values in requests and responses, by property. */
export function shapesOf<T extends Table, Name extends PropertyName<T>>({ columns }: T, { names }: Projection<T, Name>): ShapesOf<T, Name> {
  return Object.fromEntries(names.map((name) => [name, (columns[name] as AnyColumn).schema])) as unknown as ShapesOf<T, Name>;
}

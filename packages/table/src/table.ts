import { defineEntity, type EntitySchema } from '@mikro-orm/core';
import type { Generated } from 'kysely';
import type { AnyColumn, Column, Facts } from './column.ts';

/** Columns by property name. */
export type Columns = Readonly<Record<string, AnyColumn>>;

/** A column in the form from which `defineEntity` infers the entity's property. */
type PropertyOf<C> =
  C extends Column<infer Value, infer _Stored, infer F, infer _Marks>
    ? { '~type'?: { value: Value }; '~options': Omit<F, 'optional'> }
    : never;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** Column name of a property. */
export type ColumnName<C, Name> = C extends { facts: { fieldName: infer Field extends string } } ? Field : SnakeCase<Name & string>;

type OrNull<C, T> = C extends { facts: { nullable: true } } ? T | null : T;

/** Value of a column as both databases return it: booleans are 0 or 1, instants epoch milliseconds, JSON is text. */
export type StoredOf<C> = C extends Column<infer _Value, infer Stored, infer _F, infer _Marks> ? OrNull<C, Stored> : never;

/** Value of a column as the ORM and projections return it. */
export type ValueOf<C> = C extends Column<infer Value, infer _Stored, infer _F, infer _Marks> ? OrNull<C, Value> : never;

type CellOf<C> = C extends { facts: { autoincrement: true } | { default: unknown } } ? Generated<StoredOf<C>> : StoredOf<C>;

/** A table with its columns. */
export interface Table<Name extends string = string, C extends Columns = Columns> {
  readonly name: Name;
  readonly columns: C;
}

/** Property names of a table. */
export type PropertyName<T extends Table> = keyof T['columns'] & string;

/** A row for the query builder. */
export type RowOf<T extends Table> = { [Name in keyof T['columns'] as ColumnName<T['columns'][Name], Name>]: CellOf<T['columns'][Name]> };

/** Tables by name, for the query builder. */
export type RowsOf<T extends Table> = { [Each in T as Each['name']]: RowOf<Each> };

/** Values of some of a table's properties. */
export type ValuesOf<T extends Table, Name extends PropertyName<T> = PropertyName<T>> = { [Each in Name]: ValueOf<T['columns'][Each]> };

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Column name of a property. */
export const columnName = (name: string, { facts }: { readonly facts: Facts }): string => facts.fieldName ?? snakeCase(name);

/**
 * Declares a table: each column once, for the entity, the query builder, projections and the check of migrations. With `Marks`, a column
 * that lacks one of them does not compile.
 */
export const tableWith =
  <Marks>() =>
  <const Name extends string, const Entity extends string, C extends Readonly<Record<string, AnyColumn<Marks>>>>(
    name: Name,
    entity: Entity,
    columns: C,
  ) => ({ name, columns, entity: defineEntity({ name: entity, tableName: name, properties: propertiesOf(columns) }) });

/** `tableWith` for a table without marks. */
export const table = tableWith<unknown>();

/** A table with its entity, as `table` declares it. */
type Declared = Table & { readonly entity: EntitySchema };

type DeclaredIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Declared> : never;

/** The tables that the modules export, besides projections, entities and types. */
export const tablesIn = <const Modules extends readonly object[]>(...modules: Modules): readonly DeclaredIn<Modules[number]>[] =>
  modules.flatMap((module) => Object.values(module).filter(isDeclared)) as DeclaredIn<Modules[number]>[];

const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'columns' in value && 'entity' in value;

function propertiesOf<C extends Columns>(columns: C): { [Name in keyof C]: PropertyOf<C[Name]> } {
  const properties = Object.entries(columns).map(([name, column]) => [name, propertyOf(name, column)]);
  return Object.fromEntries(properties) as { [Name in keyof C]: PropertyOf<C[Name]> };
}

function propertyOf(name: string, column: AnyColumn) {
  const { optional: _optional, ...facts } = column.facts;
  return { type: column.codec.ormType, columnType: column.codec.sqlType, ...facts, fieldName: columnName(name, column) };
}

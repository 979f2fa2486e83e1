import { Type } from '@mikro-orm/core';

/**
 * A point in time: `Date` in code, epoch milliseconds (UTC) in the database. The query builder returns date columns as text on one dialect
 * and as numbers on the other.
 */
export class Instant extends Type<Date, number> {
  override convertToDatabaseValue(value: Date | number): number {
    const ms = value instanceof Date ? value.getTime() : value;
    // SQLite would store any text. The ORM also passes null on.
    if (ms !== null && !Number.isFinite(ms)) throw new TypeError(`Not a point in time: ${String(value)}`);
    return ms;
  }
  override convertToJSValue(value: number | string | Date): Date {
    return value instanceof Date ? value : new Date(Number(value));
  }
  override getColumnType(): string {
    return 'bigint';
  }
  override compareAsType(): string {
    return 'number';
  }
}

/** An integer up to 2^53. The ORM would read the column type `bigint` as `BigInt`. */
export class BigInteger extends Type<number, number> {
  override convertToJSValue(value: number | string): number {
    return Number(value);
  }
  override getColumnType(): string {
    return 'bigint';
  }
  override compareAsType(): string {
    return 'number';
  }
}

/** Reads a stored boolean as conditions do: only 1 is true. A database accepts other numbers, which no condition would find. */
export const isTrue = (stored: number | null): boolean => Number(stored) === 1;

/** A boolean, stored as 1 or 0. The ORM's own type reads every number but 0 as true, so it compares as a number. */
export class Truth extends Type<boolean, number> {
  // The ORM also passes null on. As 0 it would be a value of a unique index.
  override convertToDatabaseValue(value: boolean | number | null): number {
    return value === null ? (null as never) : Number(value);
  }
  override convertToJSValue(value: number | boolean | null): boolean {
    return value === null ? (null as never) : isTrue(Number(value));
  }
  override getColumnType(): string {
    return 'boolean';
  }
  override compareAsType(): string {
    return 'number';
  }
}

/** A JSON document stored as text, byte for byte. JSON columns return text on one dialect, and objects with reordered keys on the other. */
export class JsonText<T = unknown> extends Type<T | null, string | null> {
  override convertToDatabaseValue(value: T | null): string | null {
    return value === null || value === undefined ? null : JSON.stringify(value);
  }
  override convertToJSValue(value: string | T | null): T | null {
    return typeof value === 'string' ? (JSON.parse(value) as T) : value;
  }
  override getColumnType(): string {
    return 'longtext';
  }
  override compareAsType(): string {
    return 'string';
  }
  override ensureComparable(): boolean {
    return true;
  }
}

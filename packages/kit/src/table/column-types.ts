import { Type } from '@mikro-orm/core';

/** A point in time with millisecond precision: `Date` in code, epoch milliseconds in the database on every dialect. */
export class Instant extends Type<Date, number> {
  override convertToDatabaseValue(value: Date | number): number {
    return value instanceof Date ? value.getTime() : value;
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

/** A JSON document kept as text, byte for byte as written, so that both dialects return the same. */
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

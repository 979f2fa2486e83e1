import type { Type as OrmType } from '@mikro-orm/core';
import { DateTime, nullable } from '@signalbox/contracts';
import { type TSchema, Type } from 'typebox';
import { BigInteger, Instant, isTrue, JsonText, Truth } from './column-types.ts';

/** Properties of a column besides its type, for types and at run time. */
export interface Facts {
  readonly nullable?: true;
  readonly optional?: true;
  readonly primary?: true;
  readonly autoincrement?: true;
  readonly default?: string | number | boolean;
  readonly fieldName?: string;
}

/** Representation of a value in both databases, in the ORM and on the wire. */
interface Codec<Value, Stored> {
  /** Type in `create table`. */
  readonly sqlType: string;
  readonly ormType: string | (new () => OrmType<Value, Stored> | OrmType<Value | null, Stored | null>);
  readonly schema: TSchema;
  readonly decode: (stored: Stored) => Value;
  readonly encode: (value: Value) => Stored;
  readonly toResponse: (value: Value) => unknown;
}

/** A column of a table, declared once for all uses. `marks` are decisions that only a person can make. */
export class Column<Value, Stored, F extends Facts, Marks> {
  readonly codec: Codec<Value, Stored>;
  readonly facts: F;
  readonly marks: Marks;

  constructor(codec: Codec<Value, Stored>, facts: F, marks: Marks) {
    this.codec = codec;
    this.facts = facts;
    this.marks = marks;
  }

  /** Allows null. */
  nullable() {
    return this.#with({ nullable: true });
  }

  /** Allows null, which responses and events omit. */
  optional() {
    return this.#with({ nullable: true, optional: true });
  }

  /** Makes it part of the primary key. */
  key() {
    return this.#with({ primary: true });
  }

  /** Lets the database number the rows. */
  serial() {
    return this.#with({ autoincrement: true });
  }

  /** Sets the database's default for inserts without a value. */
  default<const Default extends string | number | boolean>(value: Default) {
    return this.#with({ default: value });
  }

  /** Sets a name other than the property's in snake_case. */
  called<const Name extends string>(name: Name) {
    return this.#with({ fieldName: name });
  }

  /** Narrows the type of its values. */
  as<Narrow extends Value>(): Column<Narrow, [Value] extends [Stored] ? Narrow & Stored : Stored, F, Marks> {
    return this as unknown as Column<Narrow, [Value] extends [Stored] ? Narrow & Stored : Stored, F, Marks>;
  }

  marked<const Given>(marks: Given): Column<Value, Stored, F, Given> {
    return new Column(this.codec, this.facts, marks);
  }

  /** Decodes a stored value: of an expression, or of a column that may be absent. `Projection` decodes whole rows. */
  decode(stored: Stored): Value {
    return this.codec.decode(stored);
  }

  /** Schema of its value in requests and responses. */
  get schema(): TSchema {
    const schema = this.facts.nullable ? nullable(this.codec.schema) : this.codec.schema;
    return this.facts.optional ? Type.Optional(schema) : schema;
  }

  #with<const More extends Facts>(more: More): Column<Value, Stored, F & More, Marks> {
    return new Column(this.codec, { ...this.facts, ...more }, this.marks);
  }
}

/** A column of any type. */
export type AnyColumn<Marks = any> = Column<any, any, Facts, Marks>; // oxlint-disable-line typescript/no-explicit-any -- only their shape matters here

const same = <T>(value: T): T => value;
const plain = <Value extends string | number>(sqlType: string, ormType: string, schema: TSchema) =>
  new Column<Value, Value, Facts, undefined>({ sqlType, ormType, schema, decode: same, encode: same, toResponse: same }, {}, undefined);

/** Text of at most `length` characters. */
export const text = (length: number) => plain<string>(`varchar(${length})`, 'string', Type.String({ maxLength: length }));

/** Text of exactly `length` characters. */
export const fixedText = (length: number) => plain<string>(`char(${length})`, 'string', Type.String({ maxLength: length }));

/** Text that is never compared, of at most 64 kB. */
export const longText = (maxLength = 10_000) => plain<string>('text', 'text', Type.String({ maxLength }));

/** Text of any length that is never compared. */
export const unboundedText = () => plain<string>('longtext', 'text', Type.String());

/** A 32-bit integer. */
export const integer = () => plain<number>('integer', 'integer', Type.Integer());

/** An integer up to 2^53. */
export const bigInteger = () =>
  new Column<number, number, Facts, undefined>(
    { sqlType: 'bigint', ormType: BigInteger, schema: Type.Integer(), decode: Number, encode: same, toResponse: same },
    {},
    undefined,
  );

/** A number of double precision. */
export const double = () => plain<number>('double', 'double', Type.Number());

/** A boolean, stored as 1 or 0. Any other stored value reads as false. */
export const boolean = () =>
  new Column<boolean, number, Facts, undefined>(
    { sqlType: 'boolean', ormType: Truth, schema: Type.Boolean(), decode: isTrue, encode: Number, toResponse: same },
    {},
    undefined,
  );

/** A point in time, stored as epoch milliseconds. */
export const instant = () =>
  new Column<Date, number, Facts, undefined>(
    {
      sqlType: 'bigint',
      ormType: Instant,
      schema: DateTime,
      decode: (stored) => new Date(Number(stored)),
      encode: (value) => value.getTime(),
      toResponse: (value) => value.toISOString(),
    },
    {},
    undefined,
  );

/** A JSON document, stored as text. */
export const json = <Value>(schema?: TSchema) => jsonIn<Value>('longtext', schema);

/** A JSON document of at most 64 kB, stored as text. */
export const shortJson = <Value>(schema?: TSchema) => jsonIn<Value>('text', schema);

const jsonIn = <Value>(sqlType: string, schema: TSchema = {}) =>
  new Column<Value, string, Facts, undefined>(
    {
      sqlType,
      ormType: JsonText,
      schema,
      decode: (stored) => JSON.parse(stored) as Value,
      encode: (value) => JSON.stringify(value),
      toResponse: same,
    },
    {},
    undefined,
  );

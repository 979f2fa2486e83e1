import type { Static, TSchema } from 'typebox';

interface Shape extends TSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

/**
 * Copies a valid value without the properties that its schema does not declare, at every depth. Maps (`patternProperties` or
 * `additionalProperties`) and values of any type stay complete. Of a union, the alternatives count whose required properties and constants
 * the value has.
 */
export function declared<Schema extends TSchema>(schema: Schema, value: Static<Schema>): Static<Schema> {
  return only([schema], value) as Static<Schema>;
}

/** Copies the parts of a value that one of the schemas declares. */
function only(schemas: readonly Shape[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const shapes = schemas.flatMap((schema) => shapesOf(schema, value));
  if (Array.isArray(value)) return onlyItems(shapes, value);
  if (shapes.some(isAny)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const declarations = shapes.flatMap((shape) => declarationsOf(shape, name));
      return declarations.length === 0 ? [] : [[name, only(declarations, inner)]];
    }),
  );
}

function onlyItems(shapes: readonly Shape[], values: readonly unknown[]): unknown {
  const items = shapes.flatMap((shape) => shape.items ?? []);
  return items.length === 0 ? values : values.map((item) => only(items, item));
}

/** The schema without its unions: the alternatives that apply to the value. */
function shapesOf(schema: Shape, value: object): Shape[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((alternative) => mayBe(alternative, value));
  const parts = [...(schema.allOf ?? []), ...alternatives].flatMap((part) => shapesOf(part, value));
  const isCombined = schema.allOf !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined;
  return isCombined && schema.properties === undefined ? parts : [schema, ...parts];
}

/** True for a schema that declares no properties, so that all of them are allowed. */
const isAny = ({ properties, patternProperties, additionalProperties }: Shape): boolean =>
  additionalProperties === true || (properties === undefined && patternProperties === undefined && additionalProperties === undefined);

/** Schemas of a property. A name that the properties lack may be the key of a map. */
function declarationsOf({ properties = {}, patternProperties = {}, additionalProperties }: Shape, name: string): Shape[] {
  if (Object.hasOwn(properties, name)) return [properties[name] as Shape];
  const patterns = Object.entries(patternProperties).flatMap(([pattern, schema]) => (new RegExp(pattern, 'u').test(name) ? [schema] : []));
  return patterns.length === 0 && typeof additionalProperties === 'object' ? [additionalProperties] : patterns;
}

/** True if the value has the required properties and the constants of an alternative. */
function mayBe(schema: Shape, value: unknown): boolean {
  if ('const' in schema) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const { properties = {}, required = [] } = schema;
  if (Array.isArray(value)) return schema.type === undefined || schema.type === 'array';
  if (typeof value !== 'object' || value === null) return true;
  if (schema.type !== undefined && ![schema.type].flat().includes('object')) return false;
  return required.every((name) => Object.hasOwn(value, name) && mayBe(properties[name] ?? {}, (value as Record<string, unknown>)[name]));
}

import type { Exported } from './exports.ts';
import { isNamedSchema, type Schema } from './schema.ts';

const textOf = (schema: Schema): string => JSON.stringify(schema);

/**
 * Writes schemas so that each exported one appears once, under its name. Compares schemas by content, because an optional property has a
 * copy of its schema. Throws if two different schemas are exported under one name.
 */
export class ComponentSchemas {
  readonly #names: ReadonlyMap<string, string>;
  readonly #written = new Map<string, Schema>();

  constructor(exports: readonly Exported[]) {
    this.#names = namesOf(exports);
  }

  /** Returns a reference to the schema if it has a name, otherwise the schema itself with nested references. */
  write(schema: Schema): Schema {
    const name = this.#names.get(textOf(schema));
    if (name !== undefined) return this.#refer(name, schema);
    return this.#writeNullable(schema) ?? this.#writeParts(schema);
  }

  /** All referenced schemas, by name. */
  get all(): Record<string, Schema> {
    return Object.fromEntries([...this.#written].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  #refer(name: string, schema: Schema): Schema {
    if (!this.#written.has(name)) {
      this.#written.set(name, {}); // Reserves the name while its parts are written, which may refer to it.
      this.#written.set(name, this.#writeParts(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns a reference for a named schema that was widened by null. */
  #writeNullable({ type, enum: values, ...rest }: Schema): Schema | null {
    if (!Array.isArray(type) && !values?.includes(null)) return null;
    const narrowed = values
      ? { ...rest, enum: values.filter((value) => value !== null) }
      : { type: String((type as readonly string[]).find((each) => each !== 'null')), ...rest };
    const name = this.#names.get(textOf(narrowed));
    return name === undefined ? null : { anyOf: [this.#refer(name, narrowed), { type: 'null' }] };
  }

  #writeParts(schema: Schema): Schema {
    const { properties, patternProperties, items, anyOf, allOf, ...rest } = schema;
    return {
      ...rest,
      ...(properties && { properties: this.#writeEach(properties) }),
      ...(patternProperties && this.#writeMap(patternProperties)),
      ...(items && { items: this.write(items) }),
      ...(anyOf && { anyOf: anyOf.map((each) => this.write(each)) }),
      ...(allOf && { allOf: allOf.map((each) => this.write(each)) }),
    };
  }

  #writeEach(properties: Readonly<Record<string, Schema>>): Record<string, Schema> {
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, this.write(property)]));
  }

  /** Returns the schema of a map with arbitrary keys. */
  #writeMap(patterns: Readonly<Record<string, Schema>>): Schema {
    const [values, ...others] = Object.values(patterns);
    return values && others.length === 0 ? { additionalProperties: this.write(values) } : { patternProperties: this.#writeEach(patterns) };
  }
}

function namesOf(exports: readonly Exported[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, value } of exports) {
    if (!isNamedSchema(name, value)) continue;
    const shown = name.replace(/Shape$/, '');
    const text = textOf(value);
    if ((texts.get(shown) ?? text) !== text) throw new Error(`two different schemas are called ${shown}: rename one of them`);
    texts.set(shown, text);
  }
  const names = new Map<string, string>();
  for (const [name, text] of [...texts].sort(([left], [right]) => (left < right ? -1 : 1))) if (!names.has(text)) names.set(text, name);
  return names;
}

import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validator } from '@signalbox/contracts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
};

/** The schema with the schemas that it refers to in their places. */
function inlined(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inlined);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as Schema;
  if ($ref !== undefined) return inlined(document.components.schemas[$ref.split('/').at(-1) ?? '']);
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, inlined(value)]));
}

const scalars = ['boolean', 'integer', 'number', 'string'];

/** Where the schema expects a scalar that is not null: the path, and a value that holds null there. */
function* nullsIn(schema: Schema, path = ''): Generator<{ readonly path: string; readonly value: unknown }> {
  const { type, properties = {}, items } = schema;
  if (typeof type === 'string' && scalars.includes(type)) yield { path, value: null };
  for (const [name, property] of Object.entries(properties))
    for (const found of nullsIn(property, `${path}/${name}`)) yield { path: found.path, value: { [name]: found.value } };
  if (items) for (const found of nullsIn(items, `${path}/0`)) yield { path: found.path, value: [found.value] };
}

const bodies = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [{ operation: `${method} ${path}`, schema: inlined(schema) as Schema }] : [];
  }),
);

describe('null in the bodies of all operations', () => {
  it('is refused by name for each property that is not nullable', () => {
    let tried = 0;
    const coerced: string[] = [];
    for (const { operation, schema } of bodies) {
      const check = validator(schema as object, 'scalars');
      for (const { path, value } of nullsIn(schema)) {
        tried += 1;
        if (!check.problemsOf(value).some(({ instancePath }) => instancePath === path)) coerced.push(`${operation} ${path}`);
      }
    }
    deepEqual(coerced, []);
    ok(tried > 500, `only ${tried} properties were tried`);
  });

  it('would be reported of a body that is coerced', () => {
    const schema = { type: 'object', properties: { on: { type: 'boolean' } } };
    const [found] = nullsIn(schema);
    deepEqual(found, { path: '/on', value: { on: null } });
    deepEqual([validator(schema, 'lists')(found?.value), found?.value], [true, { on: false }]);
  });
});

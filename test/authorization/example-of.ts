/** The subset of JSON Schema that route bodies use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly format?: string;
  readonly pattern?: string;
}

/** Returns the smallest value that a schema accepts: required properties only. */
export function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(exampleOf)) as unknown;
  return exampleOfType(schema);
}

function exampleOfType({
  type,
  properties = {},
  required = [],
  items,
  minItems = 0,
  minLength = 1,
  minimum = 1,
  format,
  pattern,
}: Schema): unknown {
  switch (typeof type === 'object' ? type[0] : type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
    case 'array':
      return Array.from({ length: minItems }, () => exampleOf(items ?? {}));
    case 'string':
      return format === 'date-time' ? new Date(0).toISOString() : textOf('x'.repeat(minLength || 1), pattern);
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return true;
    default:
      return type === 'null' ? null : {};
  }
}

/** The plain text if it matches the pattern, or as many zeros as the pattern counts, or an address of the own machine. */
function textOf(plain: string, pattern = ''): string {
  const zeros = [...pattern.matchAll(/\{(\d+)/g)].map(([, count]) => '0'.repeat(Number(count)));
  return [plain, ...zeros, 'http://127.0.0.1:1'].find((text) => new RegExp(pattern).test(text)) ?? plain;
}

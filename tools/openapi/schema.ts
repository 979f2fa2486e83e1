/** A JSON Schema (2020-12), as used in OpenAPI 3.1. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly contentMediaType?: string;
}

/** True if an exported value is a schema that the document names: its name is written like a type. */
export const isNamedSchema = (name: string, value: unknown): value is Schema =>
  /^[A-Z]/.test(name) && typeof value === 'object' && value !== null && '~kind' in value && namedBy.some((keyword) => keyword in value);

/** Keywords of schemas worth naming. Plain numbers and texts are more readable inline. */
const namedBy: readonly string[] = ['properties', 'patternProperties', 'items', 'enum', 'anyOf', 'pattern'];

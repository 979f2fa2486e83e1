/** A JSON Schema of 2020-12, as OpenAPI 3.1 takes it. */
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

/** Whether an exported value is a schema that has a name in the document: it is written like a type. */
export const isNamedSchema = (name: string, value: unknown): value is Schema =>
  /^[A-Z]/.test(name) && typeof value === 'object' && value !== null && '~kind' in value && namedBy.some((keyword) => keyword in value);

/** A plain number or text says more where it stands than under a name. */
const namedBy: readonly string[] = ['properties', 'patternProperties', 'items', 'enum', 'anyOf', 'pattern'];

/** The subset of JSON Schema that the routes' schemas use and that types can express. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly parameters: Readonly<Record<string, Parameter>> };
}

/** Paths that people use. Applications and other servers have their own clients. */
const ofUsers = /^\/(?:api\/admin|auth|logout|invite|stop-watching)(?:\/|$)/;

/** The types of one operation. */
const requestTypes = `/** An operation by method and path, such as \`GET /api/admin/projects\`. */
export type OperationName = keyof Operations;

/** The content of the successful response of an operation. */
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];

type Given<Key extends string, T> = undefined extends T
  ? { readonly [K in Key]?: T }
  : object extends T
    ? { readonly [K in Key]?: T }
    : { readonly [K in Key]: T };

/** Path, query and body of an operation, required as its route declares them. */
export type OperationInput<Name extends OperationName> = Given<'path', Operations[Name]['path']> &
  Given<'query', Operations[Name]['query']> &
  Given<'body', Operations[Name]['body']>;`;

/** Returns a module with the request and response types of an OpenAPI document's operations for people, by method and path. */
export function operationTypes(openapi: string): string {
  const { paths, components } = JSON.parse(openapi) as Document;
  const operations = Object.entries(paths)
    .filter(([path]) => ofUsers.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, of]) => operationOf(`${method.toUpperCase()} ${path}`, of, components.parameters)),
    );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  return [
    '// Written from docs/reference/openapi.json by tools/write-operations.ts.',
    `/** Every operation for people, by method and path. */\nexport interface Operations {\n${operations.join('\n')}\n}`,
    requestTypes,
    ...schemas,
    '',
  ].join('\n\n');
}

function operationOf(
  name: string,
  { summary, parameters = [], requestBody, responses }: Operation,
  shared: Document['components']['parameters'],
): string {
  const own = parameters.flatMap((parameter) => ('in' in parameter ? parameter : (shared[nameOf(parameter)] ?? [])));
  const body = contentOf(requestBody?.content);
  const parts = [
    ['path', objectOf(own.filter((parameter) => parameter.in === 'path'))],
    ['query', objectOf(own.filter((parameter) => parameter.in === 'query'))],
    ['body', body ? typeOf(body) : requestBody?.content?.['text/plain'] ? 'Blob' : 'undefined'],
    ['answer', answerOf(responses)],
  ];
  return `  /** ${summary}. */\n  '${name}': { ${parts.map((part) => part.join(': ')).join('; ')} };`;
}

const contentOf = (content: Readonly<Record<string, { readonly schema?: Schema }>> = {}): Schema | undefined =>
  content['application/json']?.schema;

function objectOf(parameters: readonly Parameter[]): string {
  const fields = parameters.map(({ name, required, schema }) => fieldOf(name, schema, required === true));
  return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`;
}

function answerOf(responses: Operation['responses']): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = good.map(([, { content }]) => contentOf(content)).map((schema) => (schema ? typeOf(schema) : 'undefined'));
  return [...new Set(types)].join(' | ') || 'undefined';
}

const nameOf = ({ $ref }: { readonly $ref: string }): string => $ref.slice($ref.lastIndexOf('/') + 1);

function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf({ $ref: schema.$ref });
  if (schema.anyOf) return `(${[...new Set(schema.anyOf.map(typeOf))].join(' | ')})`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return `(${schema.enum.map((value) => JSON.stringify(value)).join(' | ')})`;
  const names = [schema.type ?? 'anything'].flat();
  return names.map((name) => typeNamed(name, schema)).join(' | ');
}

function typeNamed(name: string, schema: Schema): string {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
      return name;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return schema.items?.type === 'array' ? `readonly (${typeOf(schema.items)})[]` : `readonly ${typeOf(schema.items ?? {})}[]`;
    case 'object':
      return recordOf(schema);
    default:
      return 'unknown';
  }
}

function recordOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Readonly<Record<string, ${value}>>`;
}

const fieldOf = (name: string, schema: Schema, isRequired: boolean): string =>
  `readonly ${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${typeOf(schema)}`;

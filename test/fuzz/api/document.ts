import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Validator, validator } from '@signalbox/contracts';

/** The subset of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Content {
  readonly [type: string]: { readonly schema?: Schema };
}

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly schema: Schema;
}

/** An operation of the document with resolved references to parameters and responses. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Content;
  /** Schemas of successful responses, by status. */
  readonly responses: ReadonlyMap<number, Content>;
  readonly failures: readonly string[];
}

interface Referring {
  readonly $ref?: string;
}

interface WrittenOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter & Referring)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content } & Referring>>;
  readonly 'x-failures': readonly string[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/reference/openapi.json'), 'utf8')) as Document;

/** Resolves a reference. */
export function follow<T extends object>(part: T & Referring): T {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return follow(document.components[kind]?.[name] as T & Referring);
}

/** All operations of docs/reference/openapi.json. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses, 'x-failures': failures }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters: parameters.map((parameter) => follow(parameter)),
    body: requestBody?.content ?? {},
    responses: new Map(
      Object.entries(responses)
        .filter(([status]) => status !== 'default')
        .map(([status, response]) => [Number(status), follow(response).content ?? {}]),
    ),
    failures,
  })),
);

const validators = new Map<Schema, Validator>();

/** Errors of a value according to a schema of the document; empty if valid. */
export function problemsOf(schema: Schema, value: unknown): readonly { readonly instancePath: string; readonly message?: string }[] {
  const known = validators.get(schema) ?? validator({ ...schema, components: document.components } as never);
  validators.set(schema, known);
  return known.problemsOf(value);
}

const { 'x-statuses': statuses } = follow<FailureResponse>({ 'x-statuses': {}, $ref: '#/components/responses/Failure' });

interface FailureResponse {
  readonly 'x-statuses': Readonly<Record<string, number>>;
}

export const failureStatusesOf = ({ failures }: Operation): number[] => failures.map((name) => statuses[name] ?? 0);

/** The body of every failure. */
export const failureSchema: Schema = { $ref: '#/components/schemas/Failure' };

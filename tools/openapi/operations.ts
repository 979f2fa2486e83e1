import type { FailureName } from '../../packages/contracts/src/index.ts';
import { empty, eventStream, plainText, type RouteDeclaration } from '../../packages/kit/src/index.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import { failureNames } from './failures.ts';
import { responseHeadersOf } from './headers.ts';
import { parametersOf } from './parameters.ts';
import type { Schema } from './schema.ts';

/** A route with the details that the document shows. */
export interface Described {
  readonly operationId: string;
  /** Name of the section that lists the route. */
  readonly section: string;
  readonly declaration: RouteDeclaration;
  /** All failures that the route can return. */
  readonly failures: readonly FailureName[];
}

/** The operation object of OpenAPI 3.1. */
export function operationOf({ operationId, section, declaration, failures }: Described, schemas: ComponentSchemas): object {
  const { summary, permission, scope, protectedBy, events, deprecated, retires } = declaration;
  const parameters = parametersOf(declaration, schemas);
  return {
    operationId,
    summary,
    description: descriptionOf(declaration),
    tags: [section],
    ...(deprecated !== undefined && { deprecated: true }),
    ...(retires && { 'x-sunset': retires.until.toISOString() }),
    security: securityOf(declaration),
    'x-permission': permission,
    ...(scope !== undefined && { 'x-scope': scope }),
    ...(protectedBy !== undefined && { 'x-protected-by': protectedBy }),
    ...(events && !('none' in events) && { 'x-events': [...new Set(events.map(({ type }) => type))].sort() }),
    ...(parameters.length > 0 && { parameters }),
    ...(declaration.body && { requestBody: requestBodyOf(declaration, schemas) }),
    responses: { ...answersOf(declaration, schemas), default: { $ref: '#/components/responses/Failure' } },
    'x-failures': failureNames(failures),
  };
}

const scopeTexts = {
  'the instance': 'in the whole instance',
  'project of the path': 'in the project',
  'environment of the path': 'in the environment of the project',
  'project of the feature': 'in the project that the resource belongs to',
  'any project': 'in any project',
} as const;

function descriptionOf(declaration: RouteDeclaration): string {
  const { protectedBy, deprecated } = declaration;
  return [
    ...(deprecated === undefined ? [] : [`**Deprecated.** ${deprecated}`]),
    callersOf(declaration),
    ...(protectedBy === undefined ? [] : ['If the environment is protected, propose the change in a change request instead.']),
  ].join('\n\n');
}

function callersOf({ permission, usersToo, scope = 'the instance' }: RouteDeclaration): string {
  if (permission === 'public') return 'No authentication required.';
  if (permission === 'authenticated') return 'Requires a logged-in user, a service account or an admin token.';
  const names = [permission].flat();
  const types = tokenTypesOf(names);
  if (types.length > 0)
    return `Requires an API token of type ${types.map((type) => `\`${type}\``).join(' or ')}${usersToo ? ', or a logged-in user' : ''}.`;
  const anyOf = names.length > 1 ? 'one of the permissions' : 'the permission';
  return `Requires ${anyOf} ${names.map((name) => `\`${name}\``).join(', ')} ${scopeTexts[scope]}.`;
}

const tokenTypesOf = (names: readonly string[]): string[] =>
  ['CLIENT', 'FRONTEND'].filter((name) => names.includes(name)).map((name) => name.toLowerCase());

function securityOf({ permission, usersToo }: RouteDeclaration): object[] {
  if (permission === 'public') return [];
  const byToken = [{ apiKey: [] }];
  const isForApplicationsAlone = tokenTypesOf([permission].flat()).length > 0 && !usersToo;
  return isForApplicationsAlone ? byToken : [...byToken, { session: [] }];
}

function requestBodyOf({ body, bodyTypes = ['application/json'], file }: RouteDeclaration, schemas: ComponentSchemas): object {
  const schema = schemas.write(body ?? {});
  const form: Schema = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', description: 'A JSON or YAML file.', contentMediaType: 'application/octet-stream' } },
  };
  const lines: Schema = { type: 'string', description: 'Lines of text.' };
  const fileSchema = (type: string) => (type === 'multipart/form-data' ? form : bodyTypes.length === 0 ? lines : schema);
  const files = file?.types.map((type) => [type, { schema: fileSchema(type) }]) ?? [];
  return { required: true, content: Object.fromEntries([...bodyTypes.map((type) => [type, { schema }] as const), ...files]) };
}

const reasons: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done; there is no body.',
  302: 'Done; the browser is redirected.',
  303: 'Done; the browser is redirected, with GET.',
  503: 'Not ready.',
  304: 'Nothing has changed since the given `ETag`.',
};

function answersOf(declaration: RouteDeclaration, schemas: ComponentSchemas): Record<string, object> {
  const headers = responseHeadersOf(declaration);
  return Object.fromEntries(
    Object.entries(declaration.answers).map(([status, answer]) => [
      status,
      {
        description: reasons[Number(status)] ?? 'Done.',
        ...(Object.keys(headers).length > 0 && { headers }),
        ...contentOf(declaration, answer, schemas),
      },
    ]),
  );
}

function contentOf(declaration: RouteDeclaration, answer: RouteDeclaration['answers'][number], schemas: ComponentSchemas): object {
  if (answer === empty) return {};
  const isText = answer === plainText || answer === eventStream;
  const { mediaTypes = [mediaTypeOf(answer)] } = declaration;
  const schema = isText ? { type: 'string' } : schemas.write(answer ?? {});
  const content = mediaTypes.map((type) => [type, { schema: isStructured(type) ? schema : { type: 'string' } }] as const);
  return { content: Object.fromEntries(content) };
}

function mediaTypeOf(answer: RouteDeclaration['answers'][number]): string {
  if (answer === eventStream) return 'text/event-stream';
  return answer === plainText ? 'text/plain' : 'application/json';
}

/** True if a JSON Schema describes content of this media type. */
const isStructured = (type: string): boolean => /[/+](?:json|yaml)$/.test(type);

import { longSentences } from './sentences.ts';

/** The parts of an OpenAPI document that the rules check. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>>; readonly [kind: string]: unknown };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-failures'?: readonly string[];
}

interface Parameter {
  readonly in: string;
  readonly name: string;
}

/** Method and path of a route. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly failures?: readonly string[];
}

const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, path, operation })),
  );

/** Routes that the document lacks. */
export function missingOperations(document: ApiDocument, endpoints: readonly Endpoint[]): string[] {
  return endpoints
    .filter(({ method, path }) => !document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method])
    .map(({ method, path }) => `${method.toUpperCase()} ${path} is missing`);
}

/** Failures that a route declares but its operation does not list, and operations without a default response. */
export function missingFailures(document: ApiDocument, endpoints: readonly Endpoint[]): string[] {
  return endpoints.flatMap(({ method, path, failures = [] }) => {
    const title = `${method.toUpperCase()} ${path}`;
    const { 'x-failures': listed = [], responses = {} } = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method] ?? {};
    const missing = failures.filter((name) => !listed.includes(name)).map((name) => `${title} does not list ${name}`);
    return 'default' in responses ? missing : [...missing, `${title} has no default response`];
  });
}

/** Ids of more than one operation. */
export function repeatedIds(document: ApiDocument): string[] {
  const byId = Map.groupBy(operationsOf(document), ({ operation }) => operation.operationId);
  return [...byId]
    .filter(([, same]) => same.length > 1)
    .map(([id, same]) => `${id} is the id of ${same.map(({ title }) => title).join(' and ')}`);
}

/** Path parameters that are only in the path or only in its operation. */
export function undeclaredParameters(document: ApiDocument): string[] {
  return operationsOf(document).flatMap(({ title, path, operation }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
    const declared = (operation.parameters ?? []).flatMap((parameter) => pathParameterOf(document, parameter)).sort();
    return named.join() === declared.join()
      ? []
      : [`${title}: path has [${named.join(', ')}], operation declares [${declared.join(', ')}]`];
  });
}

function pathParameterOf({ components }: ApiDocument, parameter: Parameter | { readonly $ref: string }): string[] {
  const found = '$ref' in parameter ? components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
  return found?.in === 'path' ? [found.name] : [];
}

/** Schemas that appear more than once. Exporting such a schema gives it a name. */
export function repeatedShapes(document: ApiDocument): string[] {
  const pointers = new Map<string, string[]>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = 'properties' in value || 'enum' in value ? JSON.stringify(value) : '';
    if (text.length > shortestRepeated) pointers.set(text, [...(pointers.get(text) ?? []), pointer]);
    for (const [key, part] of Object.entries(value)) visit(part, `${pointer}/${key}`);
  };
  const { responses: _shared, ...components } = document.components;
  visit(document.paths, 'paths');
  visit(components, 'components');
  return [...pointers.values()].filter((same) => same.length > 1).map((same) => `the same schema is in ${same.join(' and ')}`);
}

const shortestRepeated = 60;

/** Summaries and descriptions with a sentence of more than thirty words. */
export function longDescriptions(document: unknown, path = '#'): string[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' && (key === 'summary' || key === 'description')
      ? longSentences(`${path}/${key}`, value)
      : longDescriptions(value, `${path}/${key}`),
  );
}

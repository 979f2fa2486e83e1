import { absentOperations } from './upstream.ts';

/** The part of an OpenAPI document that is compared. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations of `upstream` that `here` lacks, except those that are absent for a reason. Names of parameters do not matter. */
export function missingOperations(upstream: ApiDocument, here: ApiDocument): string[] {
  const own = new Set(operationsOf(here).map(({ operation }) => operation));
  return operationsOf(upstream)
    .filter(({ operation, path }) => !own.has(operation) && !absentOperations.some((absent) => absent.path.test(path)))
    .map(({ operation }) => operation)
    .toSorted();
}

function operationsOf({ paths }: ApiDocument): { operation: string; path: string }[] {
  return Object.entries(paths).flatMap(([name, item]) => {
    const path = name.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
    return methods.filter((method) => method in item).map((method) => ({ operation: `${method.toUpperCase()} ${path}`, path }));
  });
}

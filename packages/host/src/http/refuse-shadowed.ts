import type { RouteDeclaration } from '@signalbox/kit';

type Endpoint = Pick<RouteDeclaration, 'method' | 'path'>;

/** Throws for a route that no request could ever reach, because one that is declared before it takes all of its paths. */
export function refuseShadowed(endpoints: readonly Endpoint[]): void {
  const before: (Endpoint & { readonly segments: readonly string[] })[] = [];
  for (const endpoint of endpoints) {
    const segments = segmentsOf(endpoint.path);
    const other = before.find((earlier) => earlier.method === endpoint.method && covers(earlier.segments, segments));
    if (other) throw new Error(`${nameOf(endpoint)} can never be reached: ${nameOf(other)} stands before it and takes its paths`);
    before.push({ ...endpoint, segments });
  }
}

const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;

/** A slash at the end leads to the same route. */
const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/');

const covers = (earlier: readonly string[], later: readonly string[]): boolean =>
  earlier.length === later.length && earlier.every((segment, index) => segment.startsWith(':') || segment === later[index]);

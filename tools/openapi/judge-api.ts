import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCheck } from '../testing/checks.ts';
import { root } from '../testing/root.ts';
import { type Decision, decisions } from './decisions.ts';

/** A finding of Spectral. `path` leads to the part of the document. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** Problems of docs/reference/openapi.json. */
export async function judgeApi(signal: AbortSignal): Promise<string[]> {
  const file = join(root, 'docs/reference/openapi.json');
  return undecided(JSON.parse(readFileSync(file, 'utf8')) as object, await lintApi(file, signal), decisions);
}

/** Lints an API document with Spectral by the rules of .spectral.yaml. */
export async function lintApi(file: string, signal: AbortSignal): Promise<Finding[]> {
  const command = ['spectral', 'lint', file, '--ruleset', join(root, '.spectral.yaml'), '--format', 'json', '--quiet'] as const;
  const { output } = await runCheck({ title: 'API document', command }, { signal });
  return JSON.parse(output) as Finding[];
}

/** Findings that no decision covers, and decisions without a finding: one sentence each. */
export function undecided(document: object, findings: readonly Finding[], decisions: readonly Decision[]): string[] {
  const sent = componentsOfRequests(document);
  const unused = new Set(decisions);
  const open = findings.flatMap(({ code, path, message }) => {
    const location = locationOf(path);
    const covers = ({ at }: Decision) => at === 'everywhere' || (at === 'responses' ? !isSent(path, sent) : at.test(location));
    const covering = decisions.filter((decision) => decision.rule === code && covers(decision));
    for (const decision of covering) unused.delete(decision);
    return covering.length === 0 ? [`${code} at ${location}: ${message}`] : [];
  });
  const stale = [...unused].map(({ rule, at }) => `${rule} is decided otherwise at ${at}, where it has no finding`);
  return [...new Set(open), ...stale];
}

/** A readable location, such as `Constraint.values` or `POST /api/admin/context description`. */
function locationOf([section, name, ...rest]: Finding['path']): string {
  const [method, ...parts] = rest;
  const within = (steps: Finding['path']) => steps.filter((step) => !unspoken.has(String(step))).join('.');
  if (section === 'paths') return `${String(method).toUpperCase()} ${name} ${within(parts)}`.trim();
  return within([...(section === 'components' ? [] : [section]), name, ...rest].flatMap((step) => step ?? []));
}

const unspoken = new Set(['schemas', 'schema', 'properties', 'content', 'application/json', 'requestBody']);

const isSent = ([section, kind, name, part]: Finding['path'], sent: ReadonlySet<string>): boolean =>
  section === 'paths' ? part === 'requestBody' || part === 'parameters' : sent.has(`#/${section}/${kind}/${name}`);

/** References to the components that bodies and parameters of requests consist of. */
function componentsOfRequests(document: object): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref: reference } = part as { $ref?: unknown };
    if (typeof reference === 'string' && !found.has(reference)) {
      found.add(reference);
      visit(
        reference
          .slice(2)
          .split('/')
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document),
      );
    }
    for (const value of Object.values(part)) visit(value);
  };
  const { paths } = document as { paths: Record<string, Record<string, { parameters?: unknown; requestBody?: unknown }>> };
  for (const methods of Object.values(paths))
    for (const { parameters, requestBody } of Object.values(methods)) visit([parameters, requestBody]);
  return found;
}

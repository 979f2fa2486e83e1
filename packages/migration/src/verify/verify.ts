import { type Fetch, openApi } from '../call/api.ts';
import type { Snapshot, SourceToken } from '../source/snapshot.ts';
import { compareClientFeatures } from './compare-client-features.ts';
import { compareEvaluations } from './compare-evaluations.ts';
import { sampleContexts } from './contexts.ts';
import type { Sides } from './sides.ts';
import type { Difference, Verification } from './verification.ts';

/** The compared instances, and the number of contexts to evaluate. */
export interface Comparison {
  readonly source: string;
  readonly target: string;
  readonly contexts: number;
  /** Sends the requests to the source. */
  readonly fetchSource?: Fetch | undefined;
  readonly report: (line: string) => void;
}

/** Compares the features of each client token, then the evaluations of each frontend token. */
export async function verify(snapshot: Snapshot, { source, target, contexts, fetchSource, report }: Comparison): Promise<Verification> {
  const startedAt = new Date().toISOString();
  const known = snapshot.tokens.filter(({ secret, type }) => secret !== null && type !== 'admin');
  const [frontend, client] = [true, false].map((isFrontend) => known.filter(({ type }) => (type === 'frontend') === isFrontend));
  const sidesOf = ({ tokenName, environment, secret }: SourceToken): Sides => ({
    name: `${tokenName} (${environment})`,
    source: openApi(source, secret ?? '', fetchSource),
    target: openApi(target, secret ?? ''),
  });
  const differences: Difference[] = [];
  let features = 0;
  for (const token of client ?? []) {
    const compared = await compareClientFeatures(sidesOf(token));
    features += compared.features;
    differences.push(...compared.differences);
    report(`${compared.features} features compared with the token ${token.tokenName}`);
  }
  const samples = sampleContexts(snapshot, contexts);
  for (const token of frontend ?? []) {
    differences.push(...(await compareEvaluations(sidesOf(token), samples, unstableFeatures(snapshot, token.environment))));
    report(`${samples.length} contexts compared with the token ${token.tokenName}`);
  }
  return {
    source,
    target,
    startedAt,
    tokens: known.length,
    features,
    contexts: samples.length * (frontend ?? []).length,
    notCompared: notCompared(snapshot, client ?? [], frontend ?? []),
    differences,
  };
}

/** Features whose result is random in each evaluation, with those that depend on them. */
function unstableFeatures({ features }: Snapshot, environment: string): Set<string> {
  const unstable = new Set(
    features.filter((feature) => isRandom(feature.environments.filter((each) => each.environment === environment))).map(({ name }) => name),
  );
  for (const { name, dependencies } of features) if (dependencies.some(({ feature }) => unstable.has(feature))) unstable.add(name);
  return unstable;
}

const isRandom = (settings: unknown): boolean => /"stickiness":"random"|"gradualRolloutRandom"/.test(JSON.stringify(settings));

const nothing =
  'Everything, because no client or frontend token has a known secret. Use the database of Unleash as the source, and create a token if it has none.';

function notCompared(
  { tokens, environments, features }: Snapshot,
  client: readonly SourceToken[],
  frontend: readonly SourceToken[],
): string[] {
  const hidden = tokens.filter(({ secret, type }) => secret === null && type !== 'admin').length;
  const without = (own: readonly SourceToken[]) =>
    environments.map(({ name }) => name).filter((name) => !own.some(({ environment }) => environment === name));
  const random = new Set(environments.flatMap(({ name }) => [...unstableFeatures({ features } as Snapshot, name)]));
  return [
    ...(client.length + frontend.length === 0 ? [nothing] : []),
    ...(hidden > 0 ? [`${hidden} tokens, because the source does not return their secrets.`] : []),
    ...without(client).map((name) => `Features of ${name}, because no client token has a known secret.`),
    ...without(frontend).map((name) => `Evaluations in ${name}, because no frontend token has a known secret.`),
    ...(random.size > 0 ? [`Evaluations of ${[...random].toSorted().join(', ')}, because they are random.`] : []),
  ];
}

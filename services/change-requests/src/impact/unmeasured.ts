import type { ChangesetOutput, EvaluatedContext, FeatureState, SegmentState, StrategyState } from '@signalbox/contracts';
import { compileFeature } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';

type Side = NonNullable<ChangesetOutput['states']>['before'];

const noChance = { random: () => 0, hostname: '' };
const noParents = new Map<string, never>();

/**
 * Names of features whose share is meaningless: a strategy that the changes add, alter or remove depends on the clock, or no
 * generated user could get it at any percentage (because of constraints, segments, parameters or an unknown type). Its
 * audience in production is unknown, so a share of 0 must not lower the number of approvals.
 */
export async function unmeasuredFeatures(
  { before, after }: { readonly before: Side; readonly after: Side },
  environment: string,
  { contexts, now }: { readonly contexts: readonly EvaluatedContext[]; readonly now: Date },
): Promise<string[]> {
  const names = new Set<string>();
  for (const { feature, strategy } of changedStrategies(before, after, environment)) {
    await yieldToOthers();
    if (!names.has(feature.name) && !isMeasurable(feature, strategy, { environment, contexts, now })) names.add(feature.name);
  }
  return [...names].sort();
}

/** A strategy with its segments. */
interface Changed {
  readonly feature: FeatureState;
  readonly strategy: Resolved;
}
type Resolved = StrategyState & { readonly resolved: readonly (SegmentState | undefined)[] };

function changedStrategies(before: Side, after: Side, environment: string): Changed[] {
  const [old, next] = [strategiesOf(before, environment), strategiesOf(after, environment)];
  return [...missingIn(old, next), ...missingIn(next, old)];
}

const missingIn = (some: ReadonlyMap<string, Changed>, others: ReadonlyMap<string, Changed>): Changed[] =>
  [...some].filter(([key]) => !others.has(key)).map(([, changed]) => changed);

/** The strategies that apply in the environment, keyed by everything that affects their result. */
function strategiesOf({ features, segments }: Side, environment: string): Map<string, Changed> {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  return new Map(
    features.flatMap((feature) => {
      const { enabled, strategies } = feature.environments[environment] ?? { enabled: false, strategies: [] };
      return (enabled ? strategies : []).map((strategy): [string, Changed] => {
        const resolved = strategy.segments.map((id) => byId.get(id));
        const { name, parameters, constraints } = strategy;
        const key = JSON.stringify([feature.name, name, parameters, constraints, resolved.map((segment) => segment?.constraints)]);
        return [key, { feature, strategy: { ...strategy, resolved } }];
      });
    }),
  );
}

interface EvaluationScope {
  readonly environment: string;
  readonly contexts: readonly EvaluatedContext[];
  readonly now: Date;
}

function isMeasurable(feature: FeatureState, strategy: Resolved, { environment, contexts, now }: EvaluationScope): boolean {
  if (isOff(strategy)) return true;
  if (dependsOnClock(strategy)) return false;
  const alone: FeatureState = {
    ...feature,
    dependencies: [],
    environments: { [environment]: { enabled: true, strategies: [atFullRollout(strategy)], variants: [] } },
  };
  const segments = new Map(strategy.resolved.flatMap((segment) => (segment ? [[segment.id, segment]] : [])));
  const compiled = compileFeature(alone, environment, segments);
  const effects = { ...noChance, now: () => now };
  return contexts.some(
    (context) => compiled.evaluate({ ...context, environment: context.environment ?? environment }, effects, noParents).enabled,
  );
}

const percentages = ['rollout', 'percentage'];

/** A rollout of 0 % matches no user. */
const isOff = ({ parameters }: StrategyState): boolean => percentages.some((name) => parameters[name]?.trim() === '0');

const atFullRollout = (strategy: StrategyState): StrategyState => ({
  ...strategy,
  parameters: Object.fromEntries(
    Object.entries(strategy.parameters).map(([name, value]) => [name, percentages.includes(name) ? '100' : value]),
  ),
});

const dependsOnClock = ({ constraints, resolved }: Resolved): boolean =>
  [...constraints, ...resolved.flatMap((segment) => segment?.constraints ?? [])].some(
    ({ contextName, operator }) => contextName === 'currentTime' && operator.startsWith('DATE_'),
  );

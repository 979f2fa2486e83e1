import { Constraint, type EnvironmentState, FeatureState, SegmentState, type StrategyState, validator } from '@signalbox/contracts';

/** A feature of one environment, as the relay stores it. */
export interface FeatureInEnvironment
  extends Pick<FeatureState, 'name' | 'project' | 'type' | 'description' | 'stale' | 'impressionData' | 'dependencies'> {
  readonly settings: EnvironmentState;
}

type Part = Readonly<Record<string, unknown>>;

const isFeature = validator(FeatureState);
const isSegment = validator(SegmentState);
const isConstraint = validator(Constraint);

/** Replaces a constraint that this version cannot represent: omitting it would enable the strategy for everyone. */
const never: Constraint = { contextName: 'appName', operator: 'IN', values: [] };

/**
 * Reads a feature from the client API of an upstream, which may have fields that this version does not know, or lack optional ones. Returns
 * the path of the first problem if the feature cannot be represented.
 */
export function readFeature(value: unknown): FeatureInEnvironment | string {
  const feature = partOf(value);
  const settings = {
    enabled: feature['enabled'] === true,
    strategies: listOf(feature['strategies']).map(readStrategy),
    variants: listOf(feature['variants']).map(readFeatureVariant),
  };
  const common = {
    name: feature['name'],
    project: feature['project'] ?? 'default',
    type: feature['type'] ?? 'release',
    description: feature['description'] ?? null,
    stale: feature['stale'] === true,
    impressionData: feature['impressionData'] === true,
    dependencies: listOf(feature['dependencies']).map(readDependency),
  };
  const state: unknown = { ...common, environments: { here: settings } };
  if (!isFeature(state)) return isFeature.problemsOf(state)[0]?.instancePath ?? '';
  const { environments, ...rest } = state;
  return { ...rest, settings: environments['here'] as EnvironmentState };
}

/** Reads a segment from the client API of an upstream. Returns the path of the first problem if it cannot be represented. */
export function readSegment(value: unknown): SegmentState | string {
  const { id, name, constraints } = partOf(value);
  const segment: unknown = { id, name: name ?? String(id), constraints: listOf(constraints).map(readConstraint) };
  return isSegment(segment) ? segment : (isSegment.problemsOf(segment)[0]?.instancePath ?? '');
}

function readStrategy(value: unknown): StrategyState {
  const { name, parameters, constraints, variants, segments } = partOf(value);
  return {
    name: String(name),
    parameters: Object.fromEntries(Object.entries(partOf(parameters)).map(([key, parameter]) => [key, textOf(parameter)])),
    constraints: listOf(constraints).map(readConstraint),
    variants: listOf(variants).map(readStrategyVariant),
    segments: listOf(segments) as number[],
  };
}

function readConstraint(value: unknown): Constraint {
  const constraint: unknown = pick(value, ['contextName', 'operator', 'caseInsensitive', 'inverted', 'values', 'value']);
  return isConstraint(constraint) ? constraint : never;
}

/** The SDK protocol lets strategy variants leave out what feature variants may leave out. */
const readStrategyVariant = (value: unknown) =>
  ({
    weightType: 'variable',
    stickiness: 'default',
    ...pick(value, ['name', 'weight', 'weightType', 'stickiness', 'payload']),
  }) as StrategyState['variants'][number];

const readFeatureVariant = (value: unknown) =>
  pick(value, ['name', 'weight', 'weightType', 'stickiness', 'payload', 'overrides']) as EnvironmentState['variants'][number];

function readDependency(value: unknown): FeatureState['dependencies'][number] {
  const { feature, enabled, variants } = partOf(value);
  return { feature: String(feature), enabled: enabled !== false, variants: listOf(variants).map(textOf) };
}

const partOf = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The named properties that are neither absent nor null. */
function pick(value: unknown, names: readonly string[]): Part {
  const part = partOf(value);
  return Object.fromEntries(names.flatMap((name) => (part[name] === undefined || part[name] === null ? [] : [[name, part[name]]])));
}

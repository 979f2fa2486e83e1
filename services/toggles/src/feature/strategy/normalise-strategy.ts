import { LockMode } from '@mikro-orm/core';
import type { Constraint, StrategyVariant } from '@signalbox/contracts';
import { type Context, type EntityManager, only } from '@signalbox/kit';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { lockFields, normaliseConstraints } from '../../vocabulary/constraint/validate-constraint.ts';
import { lockSegments, refuseForeign } from '../segment/segment.ts';
import { Project } from '../../project/project/project.ts';
import { normaliseVariants } from '../variant/normalise-variants.ts';
import { refuseBadPercentages } from '../../vocabulary/strategy-definition/percentage.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import type { CreateStrategy } from './strategy.schema.ts';
import { constraintValues, listedNetworks, refuseTooMany, strategyConstraints, strategySegments } from '../../base/setting/limits.ts';

/** The validated content of a strategy, as it is stored. */
export interface StrategyContent {
  readonly name: string;
  readonly key?: string | null;
  readonly title: string | null;
  readonly disabled: boolean;
  readonly parameters: Record<string, string>;
  readonly constraints: Constraint[];
  readonly variants: StrategyVariant[];
  readonly segments: number[];
}

export type NormalisingContext = Pick<Context, 'em' | 'settings' | 'access' | 'actor'>;

/** The input for a strategy, and its location in the request. */
export interface StrategyInput {
  readonly input: CreateStrategy;
  readonly pointer: Pointer;
  /** Missing for a default strategy, which has no feature. */
  readonly keys?: { readonly featureName: string };
  /** Strategies that the object has already. Their constraints and percentages stay valid. */
  readonly stored?: readonly StoredRules[];
}

type StoredRules = Partial<Pick<CreateStrategy, 'constraints' | 'parameters'>>;

/** Like `normaliseStrategies`, for one. */
export async function normaliseStrategy(context: NormalisingContext, project: string, input: StrategyInput): Promise<StrategyContent> {
  return only(await normaliseStrategies(context, project, [input])).content;
}

/**
 * Validates the strategies of features in a project. The order of checks for each is part of the API: type, segments,
 * constraints, variants, number of segments, percentages (reference, toggle side §6.2). Without a project they must be valid in all projects.
 * Executes at most four statements in total.
 */
export async function normaliseStrategies<Input extends StrategyInput>(
  context: NormalisingContext,
  project: string | null,
  inputs: readonly Input[],
): Promise<(Input & { readonly content: StrategyContent })[]> {
  const { em, settings } = context;
  const strategies = inputs.map(({ input }) => input);
  const definitions = await lockDefinitions(em, new Set(strategies.map(({ name }) => name)));
  const known = await lockSegments(em, new Set(strategies.flatMap(({ segments = [] }) => segments)));
  const fields = await lockFields(
    em,
    strategies.flatMap(({ constraints = [] }) => constraints),
  );
  const stickiness = strategies.some(isIncomplete) ? await defaultStickinessOf(em, project) : defaultStickiness;
  const normalised: (Input & { readonly content: StrategyContent })[] = [];
  for (const item of inputs) {
    const { input, pointer, keys, stored = [] } = item;
    const definition = definitions.get(input.name);
    if (!definition) throw badValue(under(pointer, 'name'), `must be an existing strategy type; got ${input.name}`);
    const segments = inOrder(input.segments ?? []);
    refuseForeign(context, known, { project, ids: segments });
    refuseLongLists(settings, input, pointer);
    const rules = { settings, fields, stored: stored.flatMap(({ constraints = [] }) => constraints) };
    const constraints = await normaliseConstraints(rules, input.constraints ?? [], under(pointer, 'constraints'));
    const variants = normaliseVariants((input.variants ?? []).map(withoutUnknown), under(pointer, 'variants'));
    refuseTooMany(settings, strategySegments, segments.length, under(pointer, 'segments'));
    refuseBadPercentages({ declared: definition.parameters, stored }, input.parameters ?? {}, under(pointer, 'parameters'));
    const parameters = completeParameters(input, { stickiness, groupId: keys?.featureName ?? '' });
    normalised.push({ ...item, content: complete(input, { parameters, segments, constraints, variants }) });
  }
  return normalised;
}

/** Drops unknown properties, because request bodies may have more. */
const withoutUnknown = ({ name, weight, weightType, stickiness, payload }: StrategyVariant): StrategyVariant => ({
  name,
  weight,
  weightType,
  stickiness,
  ...(payload ? { payload } : {}),
});

type Checked = Pick<StrategyContent, 'parameters' | 'segments' | 'constraints' | 'variants'>;

const complete = ({ name, key, title, disabled }: CreateStrategy, checked: Checked): StrategyContent => ({
  name,
  ...(key && { key }),
  title: title ?? null,
  disabled: disabled ?? false,
  ...checked,
});

/** Unique ids in ascending order. */
export const inOrder = (segments: readonly number[]): number[] => [...new Set(segments)].sort((left, right) => left - right);

/** Limits lists, because each entry costs time in every evaluation. */
function refuseLongLists(
  settings: NormalisingContext['settings'],
  { name, constraints = [], parameters }: CreateStrategy,
  pointer: Pointer,
): void {
  const at = under(pointer, 'constraints');
  refuseTooMany(settings, strategyConstraints, constraints.length, at);
  for (const [index, { values = [] }] of constraints.entries())
    refuseTooMany(settings, constraintValues, values.length, under(at, index, 'values'));
  if (name !== 'remoteAddress') return;
  const networks = parameters?.['IPs']?.split(',').length ?? 0;
  refuseTooMany(settings, listedNetworks, networks, under(pointer, 'parameters', 'IPs'));
}

const defaultStickiness = 'default';

const isGradual = ({ name }: Pick<CreateStrategy, 'name'>): boolean => name === 'flexibleRollout';
const isIncomplete = (strategy: CreateStrategy): boolean => isGradual(strategy) && strategy.parameters?.['stickiness'] === undefined;

/** The stickiness of strategies of the project that name none. */
export async function defaultStickinessOf(em: EntityManager, project: string | null): Promise<string> {
  const found = project === null ? null : await em.findOne(Project, { id: project });
  return found?.defaultStickiness || defaultStickiness;
}

/** Adds missing parameters of a gradual rollout, which would otherwise be on and reach nobody. */
export function completeParameters(
  strategy: Pick<CreateStrategy, 'name' | 'parameters'>,
  absent: { readonly stickiness: string; readonly groupId: string },
): Record<string, string> {
  const parameters: Record<string, string> = { ...(isGradual(strategy) ? { rollout: '100', ...absent } : {}), ...strategy.parameters };
  return parameters['stickiness'] === '' ? { ...parameters, stickiness: defaultStickiness } : parameters;
}

/** The strategy types that exist, by name. Locks their rows, so that none is deleted before the strategies are stored. */
async function lockDefinitions(em: EntityManager, names: ReadonlySet<string>): Promise<Map<string, StrategyDefinition>> {
  const definitions = await em.find(
    StrategyDefinition,
    { name: { $in: [...names] } },
    { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { name: 'asc' } },
  );
  return new Map(definitions.map((definition) => [definition.name, definition]));
}

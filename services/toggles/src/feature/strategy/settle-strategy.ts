import { LockMode } from '@mikro-orm/core';
import type { Constraint, StrategyVariant } from '@signalbox/contracts';
import { type Context, type EntityManager, only } from '@signalbox/kit';
import { badValue, type Spot, under } from '../../base/input/bad-value.ts';
import { fieldsOf, settleConstraints } from '../../vocabulary/constraint/validate-constraint.ts';
import { holdSegments, refuseForeign } from '../segment/segment.ts';
import { settleVariants } from '../variant/settle-variants.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import type { CreateStrategy } from './strategy.schema.ts';

/** The content of a strategy that passed every rule, as it is stored. */
export interface SettledStrategy {
  readonly name: string;
  readonly title: string | null;
  readonly disabled: boolean;
  readonly parameters: Record<string, string>;
  readonly constraints: Constraint[];
  readonly variants: StrategyVariant[];
  readonly segments: number[];
}

/** What deciding about a strategy takes. */
export type Settling = Pick<Context, 'em' | 'settings'>;

/** What a strategy shall hold, and where that stands in what was sent. */
export interface StrategyWish {
  readonly input: CreateStrategy;
  readonly spot: Spot;
}

/** As `settleStrategies`, for one; it is the whole body of a request unless another spot is given. */
export async function settleStrategy(
  context: Settling,
  project: string,
  input: CreateStrategy,
  spot: Spot = { path: '' },
): Promise<SettledStrategy> {
  return only(await settleStrategies(context, project, [{ input, spot }])).settled;
}

/**
 * Checks what strategies of features in this project may hold, each in the wire's order: kind, segments, constraints,
 * variants, number of segments (reference, toggle side §6.2). Three statements, whatever their number.
 */
export async function settleStrategies<Wish extends StrategyWish>(
  { em, settings }: Settling,
  project: string,
  wishes: readonly Wish[],
): Promise<(Wish & { readonly settled: SettledStrategy })[]> {
  const inputs = wishes.map(({ input }) => input);
  const kinds = await holdKinds(em, new Set(inputs.map(({ name }) => name)));
  const known = await holdSegments(em, new Set(inputs.flatMap(({ segments = [] }) => segments)));
  const fields = await fieldsOf(
    em,
    inputs.flatMap(({ constraints = [] }) => constraints),
  );
  return wishes.map((wish) => {
    const { input, spot } = wish;
    if (!kinds.has(input.name)) throw badValue(under(spot, 'name'), `must be one of the instance's strategies; got ${input.name}`);
    const segments = inOrder(input.segments ?? []);
    refuseForeign(known, project, segments);
    const constraints = settleConstraints(fields, input.constraints ?? [], under(spot, 'constraints'));
    const variants = settleVariants((input.variants ?? []).map(withoutMore), under(spot, 'variants'));
    refuseTooManySegments(settings, segments, under(spot, 'segments'));
    return { ...wish, settled: settle(input, { segments, constraints, variants }) };
  });
}

/** Without what is not known of a strategy's variant: bodies may hold more. */
const withoutMore = ({ name, weight, weightType, stickiness, payload }: StrategyVariant): StrategyVariant => ({
  name,
  weight,
  weightType,
  stickiness,
  ...(payload ? { payload } : {}),
});

type Checked = Pick<SettledStrategy, 'segments' | 'constraints' | 'variants'>;

const settle = ({ name, title, disabled, parameters }: CreateStrategy, checked: Checked): SettledStrategy => ({
  name,
  title: title ?? null,
  disabled: disabled ?? false,
  parameters: settleParameters(parameters ?? {}),
  ...checked,
});

/** Each id once, the lowest first. */
export const inOrder = (segments: readonly number[]): number[] => [...new Set(segments)].sort((left, right) => left - right);

export function refuseTooManySegments({ strategySegments }: Settling['settings'], segments: readonly number[], spot: Spot): void {
  if (segments.length > strategySegments) throw badValue(spot, `must be at most ${strategySegments}; got ${segments.length}`);
}

function settleParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return parameters['stickiness'] === '' ? { ...parameters, stickiness: 'default' } : { ...parameters };
}

/** The names of those kinds that exist. Their rows are held, so that none is deleted before the strategies are there. */
async function holdKinds(em: EntityManager, names: ReadonlySet<string>): Promise<Set<string>> {
  const kinds = await em.find(
    StrategyDefinition,
    { name: { $in: [...names] } },
    { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { name: 'asc' } },
  );
  return new Set(kinds.map(({ name }) => name));
}

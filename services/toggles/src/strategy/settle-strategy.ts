import { LockMode } from '@mikro-orm/core';
import type { Constraint, StrategyVariant } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { badValue } from '../constraint/bad-value.ts';
import { validateConstraints } from '../constraint/validate-constraint.ts';
import { refuseForeignSegments } from '../segment/segment.ts';
import { settleVariants } from '../variant/settle-variants.ts';
import { StrategyDefinition } from './strategy-definition.ts';
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

const segmentsAllowed = 5;

/**
 * Checks what a strategy of a feature in this project may hold, in the wire's order: kind, segments, constraints,
 * variants, number of segments (reference, toggle side §6.2).
 */
export async function settleStrategy(em: EntityManager, project: string, input: CreateStrategy): Promise<SettledStrategy> {
  await refuseUnknownKind(em, input.name);
  const segments = inOrder(input.segments ?? []);
  await refuseForeignSegments(em, project, segments);
  const constraints = await validateConstraints(em, input.constraints ?? []);
  const variants = settleVariants(input.variants ?? []);
  refuseTooManySegments(segments);
  return {
    name: input.name,
    title: input.title ?? null,
    disabled: input.disabled ?? false,
    parameters: settleParameters(input.parameters ?? {}),
    constraints,
    variants,
    segments,
  };
}

/** Each id once, the lowest first. */
export const inOrder = (segments: readonly number[]): number[] => [...new Set(segments)].sort((left, right) => left - right);

export function refuseTooManySegments(segments: readonly number[]): void {
  if (segments.length > segmentsAllowed) throw badValue('segments', `must be at most ${segmentsAllowed}; got ${segments.length}`);
}

function settleParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return parameters['stickiness'] === '' ? { ...parameters, stickiness: 'default' } : { ...parameters };
}

/** The kind's row is held, so that it cannot be deleted before the strategy is there. */
async function refuseUnknownKind(em: EntityManager, name: string): Promise<void> {
  const kind = await em.findOne(StrategyDefinition, { name }, { lockMode: LockMode.PESSIMISTIC_READ });
  if (kind?.name !== name) throw badValue('name', `must be one of the instance's strategies; got ${name}`);
}

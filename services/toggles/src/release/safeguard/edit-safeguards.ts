import { isDeepStrictEqual } from 'node:util';
import { Failure, type Safeguard, safeguardChanged, safeguardDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { badValue, type Pointer } from '../../base/input/bad-value.ts';
import { environmentEventKeys, type FeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { normaliseSafeguard } from '../template/normalise-safeguard.ts';
import { maxSafeguards, type WriteSafeguard } from '../template/safeguard.schema.ts';

/** A release plan or a feature in an environment, with its safeguards. The lock of the feature guards both. */
export interface Guarded {
  readonly target: FeatureInEnvironment;
  /** Absent for a feature, whose safeguards count from the time at which they are set. */
  readonly releasePlanId?: string;
  readonly safeguards: readonly Safeguard[];
}

/** A safeguard to add or replace. `restoredId` is the previous id of a deleted safeguard. */
export type RestoredSafeguard = WriteSafeguard & { readonly restoredId?: string };

/** Adds or replaces a safeguard, and emits the change, if any. Returns it with all safeguards. */
export function withSafeguard(
  context: Context,
  guarded: Guarded,
  input: RestoredSafeguard,
  pointer: Pointer = { path: '' },
): { readonly safeguard: Safeguard; readonly safeguards: Safeguard[] } {
  const { safeguards, releasePlanId } = guarded;
  const { restoredId, ...written } = input;
  const before = input.id === undefined ? null : findSafeguard(guarded, input.id);
  if (!before && safeguards.length >= maxSafeguards) throw badValue(pointer, `There can be at most ${maxSafeguards} safeguards.`);
  if (safeguards.some(({ id }) => id === restoredId)) throw new Failure('NameExistsError', `The id ${restoredId} is already taken.`);
  const id = input.id ?? restoredId;
  const normalised = normaliseSafeguard(context, { ...written, ...(id !== undefined && { id }) }, pointer);
  const after = { ...normalised, ...(releasePlanId === undefined && { setAt: context.now().toISOString() }) };
  if (before && isDeepStrictEqual({ ...before, setAt: null }, { ...after, setAt: null }))
    return { safeguard: before, safeguards: [...safeguards] };
  context.publish(safeguardChanged, {
    ...environmentEventKeys(guarded.target),
    data: describeSafeguard(guarded, after),
    preData: before && describeSafeguard(guarded, before),
  });
  const replaced = before ? safeguards.map((one) => (one.id === after.id ? after : one)) : [...safeguards, after];
  return { safeguard: after, safeguards: replaced };
}

/** Returns the safeguards without the one with the id, and emits that. Throws 404 if there is none. */
export function withoutSafeguard(context: Context, guarded: Guarded, id: string): Safeguard[] {
  const safeguard = findSafeguard(guarded, id);
  context.publish(safeguardDeleted, { ...environmentEventKeys(guarded.target), preData: describeSafeguard(guarded, safeguard) });
  return guarded.safeguards.filter((one) => one !== safeguard);
}

/** The safeguard in events. */
export const describeSafeguard = ({ releasePlanId }: Pick<Guarded, 'releasePlanId'>, safeguard: Safeguard) => ({
  ...(releasePlanId !== undefined && { releasePlanId }),
  safeguard,
});

function findSafeguard({ safeguards, target }: Guarded, id: string): Safeguard {
  const safeguard = safeguards.find((one) => one.id === id);
  if (safeguard) return safeguard;
  throw new Failure('NotFoundError', `The feature ${target.feature.name} has no such safeguard ${id} in ${target.settings.environment}.`);
}

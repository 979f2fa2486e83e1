import type { FeatureState, SegmentState } from '@signalbox/contracts';
import { type IdList, listIn, type Segments, settingsOf } from '@signalbox/engine';

/** Features and segments at one revision. */
export interface World {
  feature(name: string): FeatureState | undefined;
  segment(id: number): SegmentState | undefined;
}

/**
 * True if SDKs receive no such feature: it is on, and it or a parent has a list that only servers evaluate. SDKs then report the feature as
 * missing and return the fallback of the application's code, instead of a wrong result. A feature that is off needs no list.
 */
export function isWithheld(feature: FeatureState, environment: string, world: World): boolean {
  const settings = settingsOf(feature, environment);
  if (!settings?.enabled) return false;
  if (settings.strategies.some(({ segments }) => segments.some((id) => world.segment(id)?.serverOnly))) return true;
  return feature.dependencies.some((parent) => {
    const state = world.feature(parent.feature);
    return state !== undefined && isWithheld({ ...state, dependencies: [] }, environment, world);
  });
}

/** A segment for SDKs, with the values of its lists. */
export function serializeSegment({ id, name, constraints }: SegmentState, { lists }: Pick<Segments, 'lists'>): SegmentState {
  return { id, name, constraints: constraints.map((constraint) => withValues(constraint, lists?.get(listIn(constraint) ?? ''))) };
}

function withValues(constraint: SegmentState['constraints'][number], list: IdList | undefined): SegmentState['constraints'][number] {
  if (!list) return constraint;
  const { value: _hash, ...rest } = constraint;
  return { ...rest, operator: 'IN', values: list.values() };
}

import type { Context } from '@signalbox/kit';
import type { ReadChange } from '../changeset/change-kind.ts';
import { type CurrentState, readCurrentState } from '../changeset/current-state.ts';
import { Feature } from '../feature/feature/feature.ts';
import { tagsOf } from '../feature/tag/feature-tag.ts';
import type { PastEvent } from './undo.schema.ts';

/** The current state of the objects that an event concerns: the state that changesets use, and the feature itself. */
export interface PastState extends CurrentState {
  readonly feature: Feature | null;
  readonly tags: readonly { readonly type: string; readonly value: string }[];
}

/** Reads the state that is affected by the change that undoes an event. */
export async function readPastState(
  context: Context,
  { project, featureName }: PastEvent,
  { touches, target }: Pick<ReadChange, 'touches' | 'target'>,
): Promise<PastState> {
  const features = featureName === null ? [] : [featureName];
  const segments = touches.flatMap(({ kind, id }) => (kind === 'segment' ? [Number(id)] : []));
  const present = await readCurrentState(context, target, { features, segments });
  if (featureName === null) return { ...present, feature: null, tags: [] };
  const feature = await context.em.findOne(Feature, { name: featureName, ...(project !== null && { project }) });
  return { ...present, feature, tags: await tagsOf(context.em, featureName) };
}

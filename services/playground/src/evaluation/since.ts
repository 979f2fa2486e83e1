import type { FeatureState } from '@signalbox/contracts';
import type { View } from '@signalbox/replica';

/** The revision to compare with. */
interface At {
  readonly revision: number;
}

/** A further member of a result: whether the feature or one of its parents has changed since the revision. Empty without one. */
export function sinceOf(view: View, { name, dependencies }: FeatureState, at: At | undefined): string {
  if (!at) return '';
  const since = view.changedSince([name, ...dependencies.map(({ feature }) => feature)], at.revision);
  return `,"since":${JSON.stringify(since)}`;
}

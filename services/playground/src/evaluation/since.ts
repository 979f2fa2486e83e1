import type { FeatureState } from '@signalbox/contracts';
import type { View } from '@signalbox/replica';

/** What is asked besides the evaluation. */
interface At {
  readonly revision: number;
}

/** Whether a feature or a parent of it has changed since a revision, as one more member of its result; nothing where that was not asked. */
export function sinceOf(view: View, { name, dependencies }: FeatureState, at: At | undefined): string {
  if (!at) return '';
  const since = view.changedSince([name, ...dependencies.map(({ feature }) => feature)], at.revision);
  return `,"since":${JSON.stringify(since)}`;
}

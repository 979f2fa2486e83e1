import { type Change, type ChangeAction, Failure } from '@signalbox/contracts';
import type { ChangeKind, ReadChange, Scene } from './change-kind.ts';
import { featureKinds } from './feature-changes.ts';
import { releaseKinds } from './release-changes.ts';
import { projectKinds } from './project-changes.ts';

/** All kinds of changes by their names on the wire. Changes are validated, displayed and executed from this table. */
export const changeKinds: Readonly<Record<ChangeAction, ChangeKind>> = { ...featureKinds, ...projectKinds, ...releaseKinds };

/** Throws 400 for an invalid payload, a missing feature, or a feature in a change of something else. */
export function readChange(scene: Scene, change: Change): ReadChange {
  const read = changeKinds[change.action].read(scene, change);
  if (read.of === 'feature' && !change.feature) throw refusedFeature(`is required for ${change.action}`);
  if (read.of !== 'feature' && change.feature) throw refusedFeature(`must be absent for ${change.action}`);
  return read;
}

const refusedFeature = (problem: string) => new Failure('BadDataError', `feature ${problem}`, { path: 'feature' });

import type { Change } from '@signalbox/contracts';
import { objectKey } from '../document/current-documents.ts';
import type { FeatureSpec } from '../document/document.schema.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';
import { isOfParents } from '../compare/action-problem.ts';
import { settingsChanges } from './settings-changes.ts';
import { segmentOf } from './write-objects.ts';

/** The changes of an action in the form of change requests. `segments` has the ids of segments by name. */
export function changesOf(plan: ProjectPlan, action: PlannedAction, segments: ReadonlyMap<string, number>): Change[] {
  const { op, kind, name, environment, before, after } = action;
  const current = plan.current.get(objectKey(kind, name));
  if (kind === 'Segment') {
    const id = current?.id;
    if (op === 'delete') return [{ action: 'deleteSegment', feature: null, payload: { id, name } }];
    return [{ action: 'updateSegment', feature: null, payload: { ...segmentOf(name, after ?? {}), id } }];
  }
  if (environment !== undefined) {
    const stored = current?.settings?.get(environment) ?? { strategies: [], releasePlan: null, safeguards: [] };
    return settingsChanges({ feature: name, before: before ?? {}, after: after ?? {}, stored }, segments);
  }
  if (op === 'delete') return [{ action: 'archiveFeature', feature: name, payload: {} }];
  const [parent] = isOfParents(action) ? ((after as FeatureSpec).parents ?? []) : [];
  return [
    parent ? { action: 'addDependency', feature: name, payload: parent } : { action: 'deleteDependency', feature: name, payload: {} },
  ];
}

import type { Change } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { objectKey } from '../document/current-documents.ts';
import type { EnvironmentSpec, FeatureSpec } from '../document/document.schema.ts';
import { protectionOfSpec } from '../document/reviewer-names.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';
import { isOfParents } from '../compare/action-problem.ts';
import { settingsChanges } from './settings-changes.ts';
import { segmentOf } from './write-objects.ts';

/** Ids by name. */
export interface Ids extends Pick<Context, 'access'> {
  readonly segments: ReadonlyMap<string, number>;
}

/** The changes of an action in the form of change requests. */
export function changesOf(plan: ProjectPlan, action: PlannedAction, { access, segments }: Ids): Change[] {
  const { op, kind, name, environment, before, after } = action;
  const current = plan.current.get(objectKey(kind, name));
  if (kind === 'Environment') {
    const { protection } = (after ?? {}) as EnvironmentSpec;
    const payload = protection
      ? { changeRequestsEnabled: true, ...protectionOfSpec(protection, access) }
      : { changeRequestsEnabled: false };
    return [{ action: 'updateProtection', feature: null, payload }];
  }
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

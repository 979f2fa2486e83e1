import type { Constraint } from '@signalbox/contracts';
import { type Context, noAccess } from '@signalbox/kit';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { segmentValues } from '../../base/setting/limits.ts';
import { lockFields, normaliseConstraints } from '../../vocabulary/constraint/validate-constraint.ts';
import { shareProject } from '../../project/project/project.ts';
import { lockLists } from '../list/segment-list.ts';
import type { WriteSegment } from './segment.schema.ts';

/** The stored content of a segment that passed all checks except that of its name. */
export interface SegmentContent {
  readonly name: string;
  readonly project: string | null;
  readonly constraints: Constraint[];
}

/** Throws 400 for too many values or an unknown project. Constraints follow the rules of strategies; `stored` ones stay valid. */
export async function normaliseSegment(
  context: Context,
  { name, project, constraints }: WriteSegment,
  { pointer = { path: '' }, stored = [] }: { readonly pointer?: Pointer | undefined; readonly stored?: readonly Constraint[] } = {},
): Promise<SegmentContent> {
  const { em, settings } = context;
  const max = settings.get(segmentValues);
  const constraintsPointer = under(pointer, 'constraints');
  const count = constraints.reduce((sum, { values = [] }) => sum + values.length, 0);
  if (count > max) throw badValue(constraintsPointer, `must have at most ${max} values in total; got ${count}`);
  if (project) await refuseUnknownProject(context, project, under(pointer, 'project'));
  const rules = {
    settings,
    fields: await lockFields(em, constraints),
    stored,
    lists: await lockLists(context, [...constraints, ...stored]),
  };
  return { name, project: project || null, constraints: await normaliseConstraints(rules, constraints, constraintsPointer) };
}

/** Throws 400 also for a project that the actor cannot see. Locks it for share, so that it cannot be deleted without the segment. */
async function refuseUnknownProject(context: Context, id: string, pointer: Pointer): Promise<void> {
  if (context.access.sees(context.actor, id) && (await shareProject(context, id))) return;
  throw badValue(pointer, `must be an existing project, or null for a global segment; got ${id}`);
}

/** Requires the permission for all segments, or the one for project segments in the segment's own project. */
export function requireSegmentPermission(
  { access, actor }: Context,
  permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT',
  project: string | null | undefined,
): void {
  const permissions = project ? [permission, 'UPDATE_PROJECT_SEGMENT'] : [permission];
  const where = project ? { project } : {};
  if (!access.allows(actor, permissions, where)) throw noAccess(permissions, where);
}

import type { Constraint } from '@signalbox/contracts';
import { type Context, noAccess } from '@signalbox/kit';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { segmentValues } from '../../base/setting/limits.ts';
import { validateConstraints } from '../../vocabulary/constraint/validate-constraint.ts';
import { shareProject } from '../../project/project/project.ts';
import { refuseProtected } from '../../project/protection/refuse-protected.ts';
import type { WriteSegment } from './segment.schema.ts';

/** The content of a segment that passed every rule but the one on its name, as it is stored. */
export interface SegmentContent {
  readonly name: string;
  readonly project: string | null;
  readonly constraints: Constraint[];
}

/** 400 for too many values or an unknown project; constraints follow the same rules as those of strategies. */
export async function normaliseSegment(
  context: Context,
  { name, project, constraints }: WriteSegment,
  pointer: Pointer = { path: '' },
): Promise<SegmentContent> {
  const max = context.settings.get(segmentValues);
  const constraintsPointer = under(pointer, 'constraints');
  const count = constraints.reduce((sum, { values = [] }) => sum + values.length, 0);
  if (count > max) throw badValue(constraintsPointer, `must have at most ${max} values in total; got ${count}`);
  if (project) await refuseUnknownProject(context, project, under(pointer, 'project'));
  return { name, project: project || null, constraints: await validateConstraints(context, constraints, constraintsPointer) };
}

/** A project that the actor may not know of is as good as none. It is locked for share, so that it is not deleted without the segment. */
async function refuseUnknownProject(context: Context, id: string, pointer: Pointer): Promise<void> {
  if (context.access.sees(context.actor, id) && (await shareProject(context, id))) return;
  throw badValue(pointer, `must be an existing project, or null for a global segment; got ${id}`);
}

/** The permission for segments counts everywhere, the one for project segments in the segment's own project. */
export function requireSegmentPermission(
  { access, actor }: Context,
  permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT',
  project: string | null | undefined,
): void {
  const permissions = project ? [permission, 'UPDATE_PROJECT_SEGMENT'] : [permission];
  const where = project ? { project } : {};
  if (!access.allows(actor, permissions, where)) throw noAccess(permissions, where);
}

/** Segments of a project that asks for change requests anywhere are changed by change request. */
export async function refuseProtectedSegment(context: Context, project: string | null | undefined): Promise<void> {
  if (project) await refuseProtected(context, 'project', { project, environment: '' });
}

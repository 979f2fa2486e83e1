import { LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { Context, EntityManager, ReadContext } from '@signalbox/kit';
import { segmentTable } from '../../tables/segment.ts';

/** Named constraints that strategies share. */
export class Segment extends segmentTable.entity.class {}
segmentTable.entity.setClass(Segment);

/** Throws 404 for a segment that does not exist, or whose project the actor cannot see. */
export async function findSegment(context: Pick<ReadContext, 'em' | 'access' | 'actor'>, id: number): Promise<Segment> {
  return visible(context, await context.em.findOne(Segment, { id }), id);
}

/** Like `findSegment`, and locks the row for a change, so that no strategy starts to use the segment concurrently. */
export async function lockSegment(context: Context, id: number): Promise<Segment> {
  return visible(context, await context.em.findOne(Segment, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }), id);
}

function visible({ access, actor }: Pick<ReadContext, 'access' | 'actor'>, segment: Segment | null | undefined, id: number): Segment {
  if (segment && (!segment.project || access.sees(actor, segment.project))) return segment;
  throw new Failure('NotFoundError', `There is no segment ${id}.`);
}

/** Throws 409 if another segment of the instance has the name. `own` is the id of the segment that may have it. */
export async function refuseTakenSegmentName(em: EntityManager, name: string, own?: number): Promise<void> {
  const taken = await em.findOne(Segment, { name });
  if (taken && taken.id !== own) throw new Failure('NameExistsError', `A segment named ${name} already exists.`);
}

/**
 * Throws 404 for segments that do not exist for the actor, and 400 for segments of another project. Locks their rows until the
 * unit of work ends, so that none is deleted or moved before it is in use.
 */
export async function refuseForeignSegments(context: Context, project: string, ids: readonly number[]): Promise<void> {
  refuseForeign(context, await lockSegments(context.em, new Set(ids)), { project, ids });
}

/** The segments that exist, by id, locked. */
export async function lockSegments(em: EntityManager, ids: ReadonlySet<number>): Promise<Map<number, Segment>> {
  if (ids.size === 0) return new Map();
  const found = await em.find(Segment, { id: { $in: [...ids] } }, { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } });
  return new Map(found.map((segment) => [segment.id, segment]));
}

/** Like `refuseForeignSegments`, given the segments. */
export function refuseForeign(
  context: Pick<Context, 'access' | 'actor'>,
  segments: ReadonlyMap<number, Segment>,
  { project, ids }: { readonly project: string | null; readonly ids: readonly number[] },
): void {
  for (const id of ids) {
    const segment = visible(context, segments.get(id), id);
    if (segment.project && segment.project !== project) {
      throw new Failure(
        'BadDataError',
        `The segment ${segment.name} belongs to project ${segment.project} and cannot be used in ${project ?? 'all projects'}.`,
      );
    }
  }
}

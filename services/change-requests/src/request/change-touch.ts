import type { Touched } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { changeTouchTable } from '../tables/change.ts';

/** Something that a change touches, so that requests are found by it. */
export class ChangeTouch extends changeTouchTable.entity.class {}
changeTouchTable.entity.setClass(ChangeTouch);

/** The ids of the requests that touch any of these. */
export async function requestsTouching(em: EntityManager, touched: readonly Touched[]): Promise<number[]> {
  if (touched.length === 0) return [];
  const found = await em.find(ChangeTouch, { $or: touched.map(({ kind, id }) => ({ kind, touchedId: id })) });
  return [...new Set(found.map(({ requestId }) => requestId))];
}

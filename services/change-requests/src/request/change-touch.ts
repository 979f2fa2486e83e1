import type { Touched } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { changeTouchTable } from '../tables/change.ts';

/** An object that a change touches, to find requests by it. */
export class ChangeTouch extends changeTouchTable.entity.class {}
changeTouchTable.entity.setClass(ChangeTouch);

/** Ids of the requests that touch any of these objects. */
export async function requestsTouching(em: EntityManager, touched: readonly Touched[]): Promise<number[]> {
  if (touched.length === 0) return [];
  const found = await em.find(ChangeTouch, { $or: touched.map(({ kind, id }) => ({ kind, touchedId: id })) });
  return [...new Set(found.map(({ requestId }) => requestId))];
}

import { defineEntity, p } from '@mikro-orm/core';
import type { Touched } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';

export const changeTouchEntity = defineEntity({
  name: 'ChangeTouch',
  tableName: 'change_touch',
  properties: {
    changeId: p.integer().fieldName('change_id').primary(),
    kind: p.string().$type<Touched['kind']>().primary(),
    touchedId: p.string().fieldName('touched_id').primary(),
    requestId: p.integer().fieldName('request_id'),
  },
});

/** Something that a change touches, so that requests are found by it. */
export class ChangeTouch extends changeTouchEntity.class {}
changeTouchEntity.setClass(ChangeTouch);

/** The ids of the requests that touch any of these. */
export async function requestsTouching(em: EntityManager, touched: readonly Touched[]): Promise<number[]> {
  if (touched.length === 0) return [];
  const found = await em.find(ChangeTouch, { $or: touched.map(({ kind, id }) => ({ kind, touchedId: id })) });
  return [...new Set(found.map(({ requestId }) => requestId))];
}

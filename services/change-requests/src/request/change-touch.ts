import type { Touched } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { changeTouchTable } from '../tables/change.ts';
import type { Tables } from '../tables/tables.ts';

/** An object that a change touches, to find requests by it. */
export class ChangeTouch extends changeTouchTable.entity.class {}
changeTouchTable.entity.setClass(ChangeTouch);

/** Ids of the requests that touch any of these objects. */
export async function requestsTouching(em: EntityManager, touched: readonly Touched[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const { kind, id } of touched) {
    const { rows } = await requestsOfTouched(em, kind, id);
    for (const { request_id } of rows) ids.add(request_id);
  }
  return [...ids];
}

const requestsOfTouched = compiled((db: Kysely<Tables>, kind: Touched['kind'], id: string) =>
  db.selectFrom('change_touch').where('kind', '=', kind).where('touched_id', '=', id).select('request_id'),
);

import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';

export const TypeCount = Type.Object({ type: Type.String(), count: Type.Integer() });

/** Of the active features of a project, the most frequent type first. */
export async function countTypes(em: EntityManager, project: string): Promise<Static<typeof TypeCount>[]> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .where('project_id', '=', project)
    .where('archived_at', 'is', null)
    .groupBy('type')
    .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
    .orderBy('count', 'desc')
    .orderBy('type')
    .execute();
  return rows.map(({ type, count }) => ({ type, count: Number(count) }));
}

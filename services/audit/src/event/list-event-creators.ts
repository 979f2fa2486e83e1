import { nullable } from '@signalbox/contracts';
import { type ReadContext } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { route } from '../open-audit.ts';
import { tablesOf } from '../tables/tables.ts';

const EventCreator = Type.Object({ id: nullable(Type.Integer()), name: Type.String() });

export const listEventCreatorsRoute = route(
  {
    method: 'get',
    path: '/api/admin/event-creators',
    summary: 'List the authors of events visible to the caller',
    permission: 'authenticated',
    answers: { 200: Type.Array(EventCreator) },
    failures: ['UnavailableError'],
  },
  (_input, context) => context.state.searches.run(() => listEventCreators(context)),
);

/** Authors, by name. Takes one index look-up per name, so the cost depends on the number of authors, not on the length of the log. */
async function listEventCreators({ em, access, actor }: ReadContext): Promise<{ id: number | null; name: string }[]> {
  const seesAll = access.allows(actor, ['ADMIN']);
  const projects = access.visibleTo(actor);
  const visible = sql.join(
    [
      sql`event.created_by = author.name and event.shown = 1`,
      ...(seesAll ? [] : [sql`event.project is not null`]),
      ...(projects === 'all' ? [] : [isAnyOf(sql.ref('event.project'), projects)]),
    ],
    sql` and `,
  );
  const { rows } = await sql<{ name: string; newest: number | null }>`
    with recursive author (name) as (
      select min(created_by) from event
      union all
      select (select min(event.created_by) from event where event.created_by > author.name) from author where author.name is not null
    )
    select author.name as name, (select max(event.id) from event where ${visible}) as newest from author where author.name is not null
  `.execute(tablesOf(em));
  return readAuthors(
    em,
    rows.flatMap(({ newest }) => (newest === null ? [] : [Number(newest)])),
  );
}

/** The authors of these events. */
async function readAuthors(em: ReadContext['em'], ids: readonly number[]): Promise<{ id: number | null; name: string }[]> {
  if (ids.length === 0) return [];
  const rows = await tablesOf(em)
    .selectFrom('event')
    .select(['created_by_user_id as id', 'created_by as name'])
    .where('id', 'in', [...ids])
    .orderBy('created_by')
    .execute();
  return rows.map(({ id, name }) => ({ id: id === null ? null : Number(id), name }));
}

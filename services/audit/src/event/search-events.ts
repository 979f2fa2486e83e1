import { eventKinds } from '@signalbox/contracts';
import { containsText, onlyLooks, type ReadContext, route } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { type EventRow, readHead, shownEvents } from './event.ts';
import { EventList, presentedColumns, presentEvent } from './event.schema.ts';
import { visibleProjects } from './visible-projects.ts';

const SearchEvents = Type.Object({
  type: Type.Optional(Type.Enum([...eventKinds])),
  project: Type.Optional(Type.String()),
  feature: Type.Optional(Type.String()),
  query: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
});
type SearchEvents = Static<typeof SearchEvents>;

export const searchEventsRoute = route(
  {
    method: 'post',
    path: '/api/admin/events/search',
    summary: 'Search events',
    permission: 'authenticated',
    body: SearchEvents,
    answers: { 200: EventList },
    failures: [],
    ...onlyLooks,
  },
  ({ body }, context) => searchEvents(context, body),
);

/** Ids per statement: bounds how long one statement can take, however large the log is. */
const idsPerWindow = 20_000;

/** The newest matching events that the caller may see, behind the first `offset` of them, and how many match in all. */
export async function searchEvents(context: Pick<ReadContext, 'em' | 'actor' | 'access'>, wanted: SearchEvents): Promise<EventList> {
  const projects = await visibleProjects(context);
  const { id: end } = await readHead(context.em);
  const { limit = 100, offset = 0 } = wanted;
  const found: EventList = { version: 1, events: [], totalEvents: 0 };
  for (let upTo = end; upTo > 0; upTo -= idsPerWindow) {
    const matching = matchingEvents(context, wanted, projects, upTo);
    const { count } = await matching.select((event) => event.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const skipped = Math.max(0, offset - found.totalEvents);
    const room = limit - found.events.length;
    found.totalEvents += Number(count);
    if (room === 0 || skipped >= Number(count)) continue;
    const rows = await matching.select(presentedColumns).orderBy('id', 'desc').limit(room).offset(skipped).execute();
    found.events.push(...rows.map(presentEvent));
  }
  return found;
}

function matchingEvents({ em }: Pick<ReadContext, 'em'>, wanted: SearchEvents, projects: 'all' | string[], upTo: number) {
  const { type, project, feature, query } = wanted;
  return shownEvents(em, upTo - idsPerWindow, upTo)
    .$if(type !== undefined, (event) => event.where('type', '=', type ?? ''))
    .$if(project !== undefined, (event) => event.where('project', '=', project ?? ''))
    .$if(feature !== undefined, (event) => event.where('feature_name', '=', feature ?? ''))
    .$if(projects !== 'all', (event) => event.where('project', 'in', projects === 'all' || projects.length === 0 ? [''] : projects))
    .$if(Boolean(query), (event) =>
      event.where((event) => event.or(searchedColumns.map((column) => containsText(event.ref(column), query ?? '')))),
    );
}

const searchedColumns = ['type', 'created_by', 'data', 'pre_data', 'tags'] as const satisfies readonly (keyof EventRow)[];

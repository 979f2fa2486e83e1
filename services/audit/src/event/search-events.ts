import { eventKinds } from '@signalbox/contracts';
import { containsText, onlyLooks, type ReadContext, route } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { type EventRow, readHead, shownEvents } from '../log/event.ts';
import { EventList, presentedColumns, presentEvent } from './event.schema.ts';
import { type PieceOfLog, piecesOfLog } from './pieces-of-log.ts';

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

type SearchContext = Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>;

/** The newest matching events that the caller may see, behind the first `offset` of them, and how many match in all. */
export async function searchEvents(context: SearchContext, wanted: SearchEvents): Promise<EventList> {
  const { type, project, feature, query, limit = 100, offset = 0 } = wanted;
  const seesAll = context.access.allows(context.actor, ['ADMIN']);
  const wantsAll = !query && [type, project, feature].every((wish) => wish === undefined);
  const head = await readHead(context.em);
  const found: EventList = { version: 1, events: [], totalEvents: 0 };
  for await (const piece of piecesOfLog(head.id, context.now)) {
    const matching = matchingEvents(context, wanted, piece, seesAll);
    const { count } = await matching.select((event) => event.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const skipped = Math.max(0, offset - found.totalEvents);
    const room = limit - found.events.length;
    found.totalEvents += Number(count);
    if (room > 0 && skipped < Number(count)) {
      const rows = await matching.select(presentedColumns).orderBy('id', 'desc').limit(room).offset(skipped).execute();
      found.events.push(...rows.map(presentEvent));
    }
    // How many there are in all is known without a look at the rest.
    if (seesAll && wantsAll && found.events.length === limit) return { ...found, totalEvents: head.shown };
  }
  return found;
}

/** It is an event's own project that counts for who may see it, not where its feature is by now. */
function matchingEvents({ em, access, actor }: SearchContext, wanted: SearchEvents, { after, upTo }: PieceOfLog, seesAll: boolean) {
  const { type, project, feature, query } = wanted;
  const hidden = seesAll ? [] : access.hiddenFrom(actor);
  return shownEvents(em, after, upTo)
    .$if(type !== undefined, (event) => event.where('type', '=', type ?? ''))
    .$if(project !== undefined, (event) => event.where('project', '=', project ?? ''))
    .$if(feature !== undefined, (event) => event.where('feature_name', '=', feature ?? ''))
    .$if(!seesAll, (event) => event.where('project', 'is not', null))
    .$if(hidden.length > 0, (event) => event.where('project', 'not in', hidden))
    .$if(Boolean(query), (event) =>
      event.where((event) => event.or(searchedColumns.map((column) => containsText(event.ref(column), query ?? '')))),
    );
}

const searchedColumns = ['type', 'created_by', 'data', 'pre_data', 'tags'] as const satisfies readonly (keyof EventRow)[];

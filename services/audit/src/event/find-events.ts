import { isAnyOf, type ReadContext } from '@signalbox/kit';
import { containsText } from '@signalbox/table';
import { sql } from 'kysely';
import { readHead, shownEvents } from '../log/event.ts';
import { type LogChunk, chunksOfLog } from '../log/log-chunks.ts';
import type { AuditContext } from '../open-audit.ts';
import { auditSearchBudgetMs } from '../surface.ts';
import { serializedEvent, searchedEvent } from '../tables/event.ts';
import { tablesOf } from '../tables/tables.ts';
import { type Event, serializeEvent } from './event.schema.ts';
import { hideUnseen, moveType } from './hide-unseen.ts';
import { spanOfDays } from './span-of-days.ts';

/** Which events are looked for; all conditions hold at once, each for any of its values. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly projects?: readonly string[] | undefined;
  readonly features?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
  /** Ids of users. */
  readonly authors?: readonly number[] | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Ids of the requests that they came of. */
  readonly groups?: readonly string[] | undefined;
  /** An id that is greater than theirs. */
  readonly before?: number | undefined;
  /** Epoch milliseconds: from the first moment, up to the last without it. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Stands in type, author, data or tags, in any case of letters. */
  readonly query?: string | undefined;
}

/** Some of the events that were found. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Events, newest first, and how many there are in all; at least, where the search ended before the beginning of the log. */
export interface FoundEvents {
  readonly events: Event[];
  readonly total: number;
  readonly incomplete: { readonly incompleteResults?: true };
}

/** What events say may be long, and is read to the last byte. */
const inTexts = { firstIds: 512, leastIds: 16 };
/** Entries of indexes are short, and as many as are enough are counted. */
const inIndexes = { firstIds: 65_536, leastIds: 65_536 };

/** Nobody turns so many pages: behind a full page, counting ends here (as `track_total_hits` of Elasticsearch does). */
const maxCounted = 10_000;

/**
 * The newest matching events that the caller may see, behind the first `offset` of them, and how many match in all, as far
 * as the budget of a search reaches. Throws 503 while too many searches run.
 */
export const findEvents = (context: AuditContext, filter: EventFilter, page: Page): Promise<FoundEvents> =>
  context.state.searches.run(() =>
    isAlongIndex(context, filter) && page.offset < maxCounted
      ? readAlongIndex(context, filter, page)
      : lookThroughLog(context, filter, page),
  );

/** Whose indexes also tell who may see what they find, or which find so few events that each can be looked at. */
const ofAnybody: readonly (keyof EventFilter)[] = ['projects', 'features', 'ids', 'groups'];
const ofAdministrators: readonly (keyof EventFilter)[] = [...ofAnybody, 'types', 'environments', 'authors'];

/**
 * Whether one index has all that is asked for, newest first: then it takes as much work as there are events on the page and in the
 * count. Of two conditions, one may find many and the other none of them.
 */
function isAlongIndex({ access, actor }: AuditContext, filter: EventFilter): boolean {
  const [condition, ...others] = (Object.keys(filter) as (keyof EventFilter)[]).filter(
    (name) => name !== 'before' && isCondition(filter[name]),
  );
  if (condition === undefined || others.length > 0) return false;
  const values = filter[condition];
  if (!Array.isArray(values) || (values.length > 1 && condition !== 'ids')) return false;
  return (access.allows(actor, ['ADMIN']) ? ofAdministrators : ofAnybody).includes(condition);
}

const isCondition = (condition: EventFilter[keyof EventFilter]): boolean => condition !== undefined && condition !== '';

/** Two statements, neither of which reads more than a full count. The page's ids are found before its rows are read. */
async function readAlongIndex(context: AuditContext, filter: EventFilter, { offset, limit }: Page): Promise<FoundEvents> {
  const seesAll = context.access.allows(context.actor, ['ADMIN']);
  const matching = matchingEvents(context, filter, null, seesAll);
  const count = await countUpTo(context.em, matching, maxCounted + 1);
  const rows = await tablesOf(context.em)
    .selectFrom(matching.select('id').orderBy('id', 'desc').limit(limit).offset(offset).as('page'))
    .innerJoin('event', 'event.id', 'page.id')
    .select(serializedEvent.selection)
    .orderBy('page.id', 'desc')
    .execute();
  return {
    events: hideUnseen(context, rows).map(serializeEvent),
    total: Math.min(count, maxCounted),
    incomplete: count > maxCounted ? { incompleteResults: true } : {},
  };
}

/** How many there are; `limit`, where there are more. */
async function countUpTo(em: ReadContext['em'], matching: ReturnType<typeof matchingEvents>, limit: number): Promise<number> {
  const { count } = await tablesOf(em)
    .selectFrom(matching.select('id').limit(limit).as('counted'))
    .select((event) => event.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function lookThroughLog(context: AuditContext, filter: EventFilter, { offset, limit }: Page): Promise<FoundEvents> {
  const seesAll = context.access.allows(context.actor, ['ADMIN']);
  const head = await readHead(context.em);
  const span = await spanOfDays(context.em, filter, Math.min(head.id, (filter.before ?? Number.POSITIVE_INFINITY) - 1));
  const events: Event[] = [];
  let total = 0;
  let rest = span.upTo;
  const budget = { now: context.now, budgetMs: context.settings.get(auditSearchBudgetMs), ...(filter.query ? inTexts : inIndexes) };
  const enough = Math.max(maxCounted, offset + limit) + 1;
  for await (const chunk of chunksOfLog(span, budget)) {
    const matching = matchingEvents(context, filter, chunk, seesAll);
    const count = await countUpTo(context.em, matching, enough - total);
    const skipped = Math.max(0, offset - total);
    const room = limit - events.length;
    total += count;
    if (room > 0 && skipped < count) {
      const rows = await matching.select(serializedEvent.selection).orderBy('id', 'desc').limit(room).offset(skipped).execute();
      events.push(...hideUnseen(context, rows).map(serializeEvent));
    }
    rest = chunk.after;
    if (events.length < limit) continue;
    // How many there are in all is known without a look at the rest.
    if (seesAll && isEmpty(filter)) return { events, total: head.shown, incomplete: {} };
    if (total >= maxCounted) break;
  }
  return { events, total, incomplete: rest > span.after ? { incompleteResults: true } : {} };
}

const isEmpty = (filter: EventFilter): boolean => !Object.values(filter).some(isCondition);

/** In a piece of the log, or anywhere. It is an event's own project that counts for who may see it, not where its feature is by now. */
export function matchingEvents(
  { em, access, actor }: Pick<ReadContext, 'em' | 'actor' | 'access'>,
  filter: EventFilter,
  chunk: LogChunk | null,
  seesAll: boolean,
) {
  const visible = access.visibleTo(actor);
  const { query, before, from, until } = filter;
  return shownEvents(em, chunk)
    .$if(filter.types !== undefined, (event) => event.where('type', 'in', filter.types ?? []))
    .$if(filter.projects !== undefined, (event) => event.where('project', 'in', filter.projects ?? []))
    .$if(filter.features !== undefined, (event) => event.where('feature_name', 'in', filter.features ?? []))
    .$if(filter.environments !== undefined, (event) => event.where('environment', 'in', filter.environments ?? []))
    .$if(filter.authors !== undefined, (event) => event.where('created_by_user_id', 'in', filter.authors ?? []))
    .$if(filter.ids !== undefined, (event) => event.where('id', 'in', filter.ids ?? []))
    .$if(filter.groups !== undefined, (event) => event.where('correlation_id', 'in', filter.groups ?? []))
    .$if(before !== undefined, (event) => event.where('id', '<', before ?? 0))
    .$if(from !== undefined, (event) => event.where(createdAt, '>=', from ?? 0))
    .$if(until !== undefined, (event) => event.where(createdAt, '<', until ?? 0))
    .$if(!seesAll, (event) => event.where('project', 'is not', null))
    .$if(visible !== 'all', (event) => event.where((event) => isAnyOf(event.ref('project'), visible)))
    .$if(Boolean(query), (event) =>
      event.where((event) =>
        event.or(
          Object.entries(searchedEvent.refs(event)).map(([column, reference]) => {
            const found = containsText(reference, query ?? '');
            // A hit in the data of a move would tell that a hidden project exists.
            return column === 'data' && visible !== 'all' ? event.and([event('type', '!=', moveType), found]) : found;
          }),
        ),
      ),
    );
}

/** Out of reach of the index by time: which ids the days have is known by then, and its rows would have to be sorted by id. */
const createdAt = sql<number>`created_at + 0`;

import { type ReadContext } from '@signalbox/kit';
import { containsText, isAnyOf } from '@signalbox/table';
import { sql } from 'kysely';
import { readHead, shownEvents } from '../log/event.ts';
import { type LogChunk, chunksOfLog } from '../log/log-chunks.ts';
import type { AuditContext } from '../open-audit.ts';
import { auditSearchBudgetMs } from '../surface.ts';
import { listedEvent, searchedEvent } from '../tables/event.ts';
import { tablesOf } from '../tables/tables.ts';
import { type Event, serializeEvent } from './event.schema.ts';
import { eventsForAgents } from './events-for-agents.ts';
import { hideUnseen, moveType } from './hide-unseen.ts';
import { spanOfDays } from './span-of-days.ts';

/** Conditions of a search. An event must match all of them; within one, any of its values. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly projects?: readonly string[] | undefined;
  readonly features?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
  /** User ids. An event matches if its author is among these or `authorNames`. */
  readonly authors?: readonly number[] | undefined;
  /** Names of authors without an id. */
  readonly authorNames?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Names of agents. */
  readonly agents?: readonly string[] | undefined;
  /** Request ids. */
  readonly groups?: readonly string[] | undefined;
  /** Only events with smaller ids. */
  readonly before?: number | undefined;
  /** Epoch milliseconds; `from` is inclusive, `until` exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Case-insensitive text in type, author, data or tags. */
  readonly query?: string | undefined;
}

/** The requested part of the matches. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Events, newest first, and the number of matches; a minimum if the search ended before the beginning of the log. */
export interface FoundEvents {
  readonly events: Event[];
  readonly total: number;
  readonly incomplete: { readonly incompleteResults?: true };
}

/** Texts may be long, and are searched completely. */
const inTexts = { firstIds: 512, leastIds: 16 };
/** Index entries are short, and counting stops at a limit. */
const inIndexes = { firstIds: 65_536, leastIds: 65_536 };

/** Nobody pages that far: counting stops here (like `track_total_hits` of Elasticsearch). */
const maxCounted = 10_000;

/**
 * The newest matching events that the caller may see, after skipping `offset`, and the number of matches within the budget
 * of a search. Throws 503 while too many searches run.
 */
export const findEvents = (context: AuditContext, filter: EventFilter, page: Page): Promise<FoundEvents> =>
  context.state.searches.run(() =>
    isAlongIndex(context, filter) && page.offset < maxCounted
      ? readAlongIndex(context, filter, page)
      : lookThroughLog(context, filter, page),
  );

/** Filters whose index also decides visibility, or that match so few events that checking each is fast. */
const ofAnybody: readonly (keyof EventFilter)[] = ['projects', 'features', 'ids', 'groups'];
const ofAdministrators: readonly (keyof EventFilter)[] = [...ofAnybody, 'types', 'environments', 'authors'];

/**
 * True if one index finds all matches, newest first, so that the work depends on the page and the count only. With two
 * conditions, one may match many events of which the other matches none.
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

/** Two statements, neither of which reads more than a full count. The page's ids are selected before its rows are read. */
async function readAlongIndex(context: AuditContext, filter: EventFilter, { offset, limit }: Page): Promise<FoundEvents> {
  const seesAll = context.access.allows(context.actor, ['ADMIN']);
  const matching = matchingEvents(context, filter, null, seesAll);
  const count = await countUpTo(context.em, matching, maxCounted + 1);
  const rows = await tablesOf(context.em)
    .selectFrom(matching.select('id').orderBy('id', 'desc').limit(limit).offset(offset).as('page'))
    .innerJoin('event', 'event.id', 'page.id')
    .select(listedEvent.selection)
    .orderBy('page.id', 'desc')
    .execute();
  return {
    events: hideUnseen(context, rows).map(serializeEvent),
    total: Math.min(count, maxCounted),
    incomplete: count > maxCounted ? { incompleteResults: true } : {},
  };
}

/** The number of matches, up to `limit`. */
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
      const rows = await matching.select(listedEvent.selection).orderBy('id', 'desc').limit(room).offset(skipped).execute();
      events.push(...hideUnseen(context, rows).map(serializeEvent));
    }
    rest = chunk.after;
    if (events.length < limit) continue;
    // The total of an unfiltered search is known without reading the rest.
    if (seesAll && isEmpty(filter)) return { events, total: head.shown, incomplete: {} };
    if (total >= maxCounted) break;
  }
  return { events, total, incomplete: rest > span.after ? { incompleteResults: true } : {} };
}

const isEmpty = (filter: EventFilter): boolean => !Object.values(filter).some(isCondition);

/**
 * Matching events in a chunk of the log, or anywhere. Visibility depends on the project of the event, not on the current
 * project of its feature.
 */
export function matchingEvents(
  { em, access, actor }: Pick<ReadContext, 'em' | 'actor' | 'access'>,
  filter: EventFilter,
  chunk: LogChunk | null,
  seesAll: boolean,
) {
  const visible = access.visibleTo(actor);
  const { query, before, from, until, authors, authorNames } = filter;
  return shownEvents(em, chunk)
    .$if(filter.types !== undefined, (event) => event.where('type', 'in', filter.types ?? []))
    .$if(filter.projects !== undefined, (event) => event.where('project', 'in', filter.projects ?? []))
    .$if(filter.features !== undefined, (event) => event.where('feature_name', 'in', filter.features ?? []))
    .$if(filter.environments !== undefined, (event) => event.where('environment', 'in', filter.environments ?? []))
    .$if(authors !== undefined || authorNames !== undefined, (event) =>
      event.where((event) =>
        event.or([
          ...(authors ? [event('created_by_user_id', 'in', authors)] : []),
          ...(authorNames ? [event.and([event('created_by_user_id', 'is', null), event('created_by', 'in', authorNames)])] : []),
        ]),
      ),
    )
    .$if(filter.ids !== undefined, (event) => event.where('id', 'in', filter.ids ?? []))
    .$if(filter.groups !== undefined, (event) => event.where('correlation_id', 'in', filter.groups ?? []))
    .$if(filter.agents !== undefined, (event) => event.where('agent', 'in', filter.agents ?? []))
    .$if(before !== undefined, (event) => event.where('id', '<', before ?? 0))
    .$if(from !== undefined, (event) => event.where(createdAt, '>=', from ?? 0))
    .$if(until !== undefined, (event) => event.where(createdAt, '<', until ?? 0))
    .$if(!seesAll, (event) => event.where('project', 'is not', null))
    .$if(actor.via !== undefined, (event) => event.where('type', 'in', eventsForAgents))
    .$if(visible !== 'all', (event) => event.where((event) => isAnyOf(event.ref('project'), visible)))
    .$if(Boolean(query), (event) =>
      event.where((event) =>
        event.or(
          Object.entries(searchedEvent.refs(event)).map(([column, reference]) => {
            const found = containsText(reference, query ?? '');
            // A match in the data of a move would reveal a hidden project.
            return column === 'data' && visible !== 'all' ? event.and([event('type', '!=', moveType), found]) : found;
          }),
        ),
      ),
    );
}

/**
 * Keeps the database from using the index on time. The ids of the days are known already, and rows from that index would
 * have to be sorted by id.
 */
const createdAt = sql<number>`created_at + 0`;

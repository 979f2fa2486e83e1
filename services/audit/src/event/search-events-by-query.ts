import { dayMs } from '@signalbox/kit';
import { eventKinds, Failure } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';
import { describeEvent } from './describe-event.ts';
import { DescribedEvent, incompleteResults } from './event.schema.ts';
import { route } from '../open-audit.ts';
import { type EventFilter, findEvents } from './find-events.ts';

/** `IS:` with one value, or `IS_ANY_OF:` with several, separated by commas. */
const Condition = Type.Optional(Type.String({ pattern: '^(IS|IS_ANY_OF):.+$', maxLength: 10_000 }));
/** A day, or a moment in UTC (RFC 3339). */
const Moment = Type.Optional(Type.String({ pattern: '^IS:\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?Z)?$' }));

export const eventConditions = {
  query: Type.Optional(Type.String()),
  type: Condition,
  project: Condition,
  feature: Condition,
  environment: Condition,
  /** Ids of users, or names of authors without an id. */
  createdBy: Condition,
  via: Condition,
  id: Condition,
  groupId: Condition,
  from: Moment,
  to: Moment,
};

const EventConditions = Type.Object(eventConditions);
export type EventConditions = Static<typeof EventConditions>;

const SearchQuery = Type.Object({
  ...eventConditions,
  /** Only events with smaller ids: the last id of the previous page. Such pages stay stable while events arrive. */
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
});

/** Search of later versions of the reference system (reference, toggle side §18). */
export const searchEventsByQueryRoute = route(
  {
    method: 'get',
    path: '/api/admin/search/events',
    summary: 'Search and filter events',
    permission: 'authenticated',
    agents: true,
    query: SearchQuery,
    answers: { 200: Type.Object({ events: Type.Array(DescribedEvent), total: Type.Integer(), incompleteResults }) },
    failures: ['BadDataError', 'UnavailableError'],
  },
  async ({ query }, context) => {
    const page = { offset: query.offset ?? 0, limit: query.limit ?? 50 };
    const { events, total, incomplete } = await findEvents(context, { ...filterOf(query), before: query.before }, page);
    return { events: events.map(describeEvent), total, ...incomplete };
  },
);

/** Throws 400 for an invalid condition. */
export function filterOf(query: EventConditions): EventFilter {
  return {
    query: query.query,
    types: kindsOf(query.type),
    projects: valuesOf('project', query.project),
    features: valuesOf('feature', query.feature),
    environments: valuesOf('environment', query.environment),
    ...authorsOf(query.createdBy),
    ids: numbersOf('id', query.id),
    agents: valuesOf('via', query.via),
    groups: valuesOf('groupId', query.groupId),
    from: query.from && startOf('from', query.from),
    // The day or moment itself is included.
    until: query.to && startOf('to', query.to) + (query.to.includes('T') ? 1 : dayMs),
  } as EventFilter;
}

const maxValues = 100;

function valuesOf(parameter: string, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const values = text.slice(text.indexOf(':') + 1);
  const named = text.startsWith('IS:') ? [values] : values.split(',').map((value) => value.trim());
  if (named.length > maxValues)
    throw new Failure('BadDataError', `${parameter} must have at most ${maxValues} values; got ${named.length}`, {
      path: parameter,
    });
  return named;
}

function kindsOf(text: string | undefined): string[] | undefined {
  const kinds = valuesOf('type', text);
  const unknown = kinds?.find((kind) => !eventKinds.includes(kind));
  if (unknown !== undefined) throw new Failure('BadDataError', `type must contain existing event types; got ${unknown}`, { path: 'type' });
  return kinds;
}

/** Users by id. Any other value is a name, because releases, safeguards and the system have no id. */
function authorsOf(text: string | undefined): Pick<EventFilter, 'authors' | 'authorNames'> {
  const values = valuesOf('createdBy', text) ?? [];
  const names = values.filter((value) => !isNumber.test(value));
  const ids = values.flatMap((value) => (isNumber.test(value) ? Number(value) : []));
  return { ...(ids.length > 0 && { authors: ids }), ...(names.length > 0 && { authorNames: names }) };
}

const isNumber = /^-?\d{1,15}$/;

function numbersOf(parameter: string, text: string | undefined): number[] | undefined {
  return valuesOf(parameter, text)?.map((value) => {
    if (isNumber.test(value)) return Number(value);
    throw new Failure('BadDataError', `${parameter} must contain ids; got ${value}`, { path: parameter });
  });
}

function startOf(parameter: string, text: string): number {
  const moment = text.slice('IS:'.length);
  const at = new Date(moment.includes('T') ? moment : `${moment}T00:00:00Z`);
  // February 30 parses as March 2, and 24:00 as the next day.
  if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(moment.slice(0, 'YYYY-MM-DD'.length))) return at.getTime();
  throw new Failure('BadDataError', `${parameter} must be a date or a UTC date-time; got ${text}`, { path: parameter });
}

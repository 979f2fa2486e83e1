import { Failure } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, StreamedReply, WrittenReply } from '@signalbox/kit';
import { Type } from 'typebox';
import { readHead, shownEvents } from '../log/event.ts';
import { listedEvent } from '../tables/event.ts';
import { type Audit, route } from '../open-audit.ts';
import { tablesOf } from '../tables/tables.ts';
import { hideUnseen } from './hide-unseen.ts';
import { EventList, writeEvent } from './event.schema.ts';

const newest = 100;
/** Pages of this size are collected as young garbage; with 500 events, a long list needs twice the memory. */
const eventsPerPage = 100;

export const listEventsRoute = route(
  {
    method: 'get',
    path: '/api/admin/events',
    summary: 'List the newest events, or all events of a project',
    permission: 'authenticated',
    query: Type.Object({ project: Type.Optional(Type.String()) }),
    answers: { 200: EventList },
    failures: ['NoAccessError'],
  },
  async ({ query: { project } }, context) => {
    if (project === undefined) return listNewestEvents(context);
    return new StreamedReply(writeEventList(await pagesOfProject(context, project)));
  },
);

/** The newest events of the instance. Throws 403 unless the caller is an administrator. */
async function listNewestEvents({ em, actor, access, state }: ReadContext<Audit>): Promise<WrittenReply> {
  if (!access.allows(actor, ['ADMIN'])) {
    const message = 'Events of the whole instance require the permission ADMIN. Add ?project=... to list the events of one project.';
    throw new Failure('NoAccessError', message, { extra: { permissions: ['ADMIN'] } });
  }
  return new WrittenReply(await state.newest.read(em, writeNewest));
}

/** Executes one statement, so that the total matches the events. */
async function writeNewest(em: EntityManager): Promise<string> {
  const rows = await tablesOf(em)
    .selectFrom('event')
    .where('event.shown', '=', 1)
    .select(listedEvent.selection)
    .select((event) => event.selectFrom('head').select('head.shown').where('head.id', '=', 1).as('total'))
    .orderBy('event.id', 'desc')
    .limit(newest)
    .execute();
  return `{"version":1,"events":[${rows.map(writeEvent).join(',')}],"totalEvents":${Number(rows[0]?.total ?? 0)}}`;
}

/**
 * All events of a project up to the current end of the log, in pages. A hidden project has no events, like an unknown one.
 * Databases disagree on whether trailing blanks count; no name ends with one.
 */
async function pagesOfProject(context: ReadContext, project: string): Promise<AsyncIterable<string[]>> {
  const { em, actor, access } = context;
  const isUnknown = project.endsWith(' ') || !access.sees(actor, project);
  const { id: end } = isUnknown ? { id: 0 } : await readHead(em);
  return readPages(context, project, end);
}

async function* readPages(context: ReadContext, project: string, end: number): AsyncGenerator<string[]> {
  for (let last = end; last > 0; ) {
    const rows = await newestFirst(context.em, last).where('project', '=', project).limit(eventsPerPage).execute();
    if (rows.length > 0) yield hideUnseen(context, rows).map(writeEvent);
    last = rows.length < eventsPerPage ? 0 : Number(rows.at(-1)?.id) - 1;
  }
}

const newestFirst = (em: EntityManager, upTo: number) =>
  shownEvents(em, { after: 0, upTo }).select(listedEvent.selection).orderBy('id', 'desc');

/** The JSON of an `EventList` from the JSON of its events, one chunk per page. Reading of pages stops with the reader of the chunks. */
export async function* writeEventList(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let totalEvents = 0;
  yield '{"version":1,"events":[';
  for await (const page of pages) {
    const text = page.join(',');
    yield totalEvents === 0 ? text : `,${text}`;
    totalEvents += page.length;
  }
  yield `],"totalEvents":${totalEvents}}`;
}

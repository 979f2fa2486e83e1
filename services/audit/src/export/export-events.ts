import { Failure } from '@signalbox/contracts';
import { csvOf, type EntityManager, plainText, type ReadContext, StreamedReply } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { Checkpoint, findLastCheckpoint } from '../checkpoint/checkpoint.ts';
import { readPublicKeys } from '../checkpoint/checkpoint-key.ts';
import { lineOf } from '../event/line-of-event.ts';
import { eventConditions, filterOf } from '../event/search-events-by-query.ts';
import { readEventsBehind, readHead } from '../log/event.ts';
import { type Audit, route } from '../open-audit.ts';
import { type PageOfEvents, type Pages, pagesOfEvents } from './pages-of-events.ts';
import { csvColumns, csvRow } from './csv-row.ts';

const ExportQuery = Type.Object({
  ...eventConditions,
  format: Type.Optional(Type.Enum(['ndjson', 'csv'], { default: 'ndjson' })),
  /** Start after this event, the last one of a truncated export. */
  after: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  /** Include events that lists do not show, checkpoints and their keys, so that the export can be verified. Requires ADMIN. */
  complete: Type.Optional(Type.Boolean({ default: false })),
});
type ExportQuery = Static<typeof ExportQuery>;

export const exportEventsRoute = route(
  {
    method: 'get',
    path: '/api/admin/audit/events/export',
    summary: 'Export events, oldest first, as JSON lines or CSV',
    permission: 'authenticated',
    query: ExportQuery,
    answers: { 200: plainText },
    mediaTypes: ['application/x-ndjson', 'text/csv'],
    failures: ['BadDataError', 'NoAccessError', 'UnavailableError'],
  },
  async ({ query }, context) => {
    const { format = 'ndjson', after = 0, complete = false, ...conditions } = query;
    if (complete) refuseIncomplete(query, context);
    const filter = filterOf(conditions);
    const pages: Pages = complete ? everyEvent(context.em) : (span) => pagesOfEvents(context, filter, span);
    const write = format === 'csv' ? writeCsv : writeLines;
    const chunks = context.state.exports.stream(() => write(context.em, pages, { after, complete }));
    return new StreamedReply(chunks, {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    });
  },
);

function refuseIncomplete({ format, after: _, complete: __, ...conditions }: ExportQuery, { access, actor }: ReadContext<Audit>): void {
  if (!access.allows(actor, ['ADMIN'])) {
    const message = 'The complete log requires the permission ADMIN. Omit complete to export the events visible to you.';
    throw new Failure('NoAccessError', message, { extra: { permissions: ['ADMIN'] } });
  }
  const [condition] = Object.keys(conditions);
  if (format === 'csv' || condition !== undefined)
    throw new Failure(
      'BadDataError',
      `complete exports the whole log as JSON lines; omit either complete or ${condition ?? 'format=csv'}`,
      {
        path: 'complete',
      },
    );
}

interface Part {
  readonly after: number;
  readonly complete: boolean;
}

async function* writeCsv(em: EntityManager, pages: Pages, { after }: Part): AsyncGenerator<string> {
  const { id: upTo } = await readHead(em);
  async function* rows() {
    for await (const { events } of pages({ after, upTo })) yield* events.map(csvRow);
  }
  yield* csvOf(csvColumns, rows());
}

/** One line per event; a complete export also has one line per checkpoint. The last line is the trailer. */
async function* writeLines(em: EntityManager, pages: Pages, { after, complete }: Part): AsyncGenerator<string> {
  // Read before the head, so that the checkpoint covers no event after it.
  const newest = await findLastCheckpoint(em);
  const { id: upTo } = await readHead(em);
  let written = 0;
  for await (const { events } of pages({ after, upTo })) {
    written += events.length;
    if (events.length > 0) yield events.map((event) => `${lineOf(event)}\n`).join('');
  }
  if (complete && newest) yield* checkpointLines(em, after, newest.number);
  const keys = complete ? await readPublicKeys(em) : [];
  yield `${JSON.stringify({ trailer: { from: after + 1, to: upTo, events: written, complete, keys } })}\n`;
}

const checkpointsPerPage = 100;

async function* checkpointLines(em: EntityManager, after: number, upTo: number): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const where = { eventId: { $gt: after }, number: { $gt: last, $lte: upTo } };
    const page = await em.find(Checkpoint, where, { orderBy: { number: 'asc' }, limit: checkpointsPerPage });
    yield page.map(({ jws }) => `${JSON.stringify({ checkpoint: jws })}\n`).join('');
    if (page.length < checkpointsPerPage) return;
    last = page.at(-1)?.number ?? upTo;
  }
}

const eventsPerPage = 100;

function everyEvent(em: EntityManager): Pages {
  return async function* pages({ after, upTo }): AsyncGenerator<PageOfEvents> {
    for (let last = after; last < upTo; ) {
      const events = await readEventsBehind(em, last, { upTo, limit: eventsPerPage });
      last = events.at(-1)?.id ?? upTo;
      yield { events, last };
    }
  };
}

import { Failure } from '@signalbox/contracts';
import { eventStream, fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import type { Audit } from '../open-audit.ts';

const StreamChanges = Type.Object({
  recentMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60_000,
      description:
        'Without Last-Event-ID, start with a resync if there are visible events of the last milliseconds, which data read before may lack.',
    }),
  ),
});

export const streamChangesRoute = fastRoute(
  {
    method: 'get',
    path: '/api/admin/changes/stream',
    summary: 'Stream change notifications: the location of each change, not its content',
    permission: 'authenticated',
    query: StreamChanges,
    answers: { 200: eventStream },
    failures: ['BadDataError', 'RateLimitError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, { streams }: Audit) => {
    if (call.request.method !== 'GET' || !call.header('accept')?.includes('text/event-stream')) throw notAccepted();
    const { response, principal, query } = call;
    await streams.open({ response, principal, after: eventIdIn(call.header('last-event-id')), recentMs: query.recentMs });
    return undefined;
  },
);

/** The gateway recognizes a stream by this header and gives it a separate connection. */
const notAccepted = () => new Failure('BadDataError', 'This route is an event stream. Send the header Accept: text/event-stream.');

/** Null for an invalid event id. */
function eventIdIn(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

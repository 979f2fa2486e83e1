import { Failure, type TokenState } from '@signalbox/contracts';
import { eventStream, fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import { revisionIn } from '../delta/get-delta.ts';
import { segmentsApart } from '../feature/feature-query.ts';
import type { FeatureQueries } from '../feature/feature-queries.ts';
import type { Streams } from '../stream/streams.ts';

export const refetchPath = '/ofrep/v1/events';

export interface RefetchParts {
  readonly refetchStreams: Streams;
  readonly queries: FeatureQueries;
  /** The token of a valid ticket. Throws 503 until tokens are loaded. */
  readonly tokenOfTicket: (ticket: string) => TokenState | null;
}

export const streamRefetchesRoute = fastRoute(
  {
    method: 'get',
    path: refetchPath,
    summary: 'Stream a notice of each change to the flags of a ticket, which a bulk evaluation returns (OFREP)',
    permission: 'public',
    crossOrigin: true,
    query: Type.Object({ ticket: Type.String({ maxLength: 100 }) }),
    answers: { 200: eventStream },
    failures: ['AuthenticationRequired', 'BadRequestError', 'RateLimitError', 'UnavailableError'],
  },
  async (call, parts: RefetchParts) => {
    if (!call.header('accept')?.includes('text/event-stream')) throw notAccepted();
    const token = parts.tokenOfTicket(call.query.ticket);
    if (!token)
      throw new Failure('AuthenticationRequired', 'The ticket is invalid or too old. Evaluate all flags again to get another one.');
    const query = parts.queries.of(token, { search: '', query: {} }, segmentsApart);
    parts.refetchStreams.open({ response: call.response, token, query, since: revisionIn(call.header('last-event-id')) });
    return undefined;
  },
);

const notAccepted = () => new Failure('BadRequestError', 'This route is an event stream. Send the header Accept: text/event-stream.');

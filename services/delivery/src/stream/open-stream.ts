import { Failure } from '@signalbox/contracts';
import { eventStream, fastRoute } from '@signalbox/kit';
import { revisionIn } from '../delta/get-delta.ts';
import type { FeatureQueries } from '../feature/feature-queries.ts';
import { FeatureParameters, segmentsApart } from '../feature/feature-query.ts';
import { callerOf, type CallerParts } from '../token/caller.ts';
import type { Streams } from './streams.ts';

export interface StreamingParts extends CallerParts {
  readonly streams: Streams;
  readonly queries: FeatureQueries;
}

export const openStreamRoute = fastRoute(
  {
    method: 'get',
    path: '/api/client/streaming',
    summary: 'Stream all features, or the changes after Last-Event-ID, then each change as it happens',
    permission: 'CLIENT',
    query: FeatureParameters,
    answers: { 200: eventStream },
    failures: ['BadDataError', 'BadRequestError', 'RateLimitError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: StreamingParts) => {
    const token = await callerOf(call, parts);
    if (!call.header('accept')?.includes('text/event-stream')) throw notAccepted();
    const query = parts.queries.of(token, call, segmentsApart);
    const isRelay = call.header('unleash-sdk-type') === 'edge';
    parts.streams.open({ response: call.response, token, query, since: revisionIn(call.header('last-event-id')), isRelay });
    return undefined;
  },
);

/** The gateway recognizes a stream by this header and gives it a separate connection. */
const notAccepted = () => new Failure('BadRequestError', 'This route is an event stream. Send the header Accept: text/event-stream.');

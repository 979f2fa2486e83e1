import { Failure } from '@signalbox/contracts';
import { revisionIn } from '../delta/serve-delta.ts';
import { headerOf } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import { type Scopes, segmentsApart } from '../feature/scope.ts';
import type { Admit } from '../token/admit-token.ts';
import type { Streams } from './streams.ts';

interface StreamingParts {
  readonly streams: Streams;
  readonly scopes: Scopes;
  readonly admit: Admit;
}

/** `GET /api/client/streaming`: everything at first, or what came after `Last-Event-ID`, then each change as it happens. */
export function serveStreaming({ streams, scopes, admit }: StreamingParts): Answerer {
  return {
    name: 'streaming',
    takes: ({ method, path }) => method === 'GET' && path === '/api/client/streaming',
    async answer(exchange) {
      const token = await admit(exchange, headerOf(exchange, 'authorization'), 'client');
      if (!headerOf(exchange, 'accept')?.includes('text/event-stream')) throw notAccepted;
      const scope = scopes.of(token, exchange.search, segmentsApart);
      streams.open({ response: exchange.response, token, scope, since: revisionIn(headerOf(exchange, 'last-event-id')) });
    },
  };
}

/** The public door gives a stream a connection of its own, and knows it by this header. */
const notAccepted = new Failure('BadRequestError', 'This is a stream of events: send the header Accept: text/event-stream.');

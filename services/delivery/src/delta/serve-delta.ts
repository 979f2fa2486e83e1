import { answerUnchanged, headerOf, isRead } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import { segmentsApart } from '../feature/scope.ts';
import { type FeatureParts, sendBody } from '../feature/serve-features.ts';
import type { History } from './history.ts';
import { formSince } from './write-delta.ts';

export interface DeltaParts extends FeatureParts {
  readonly history: History;
}

/** `GET /api/client/delta`: what changed since the revision of `If-None-Match`. */
export function serveDelta({ replica, bodies, scopes, admit, history }: DeltaParts): Answerer {
  return {
    name: 'delta',
    takes: (exchange) => isRead(exchange) && exchange.path === '/api/client/delta',
    async answer(exchange) {
      const token = await admit(exchange, headerOf(exchange, 'authorization'), 'client', 'person');
      const scope = scopes.of(token, exchange.search, segmentsApart);
      exchange.response.setHeader('vary', 'Accept-Encoding, Authorization, Cookie');
      const { view } = replica;
      const revision = view.scopeRevision(scope.environment, scope.projects);
      if (answerUnchanged(exchange, `"${revision}"`)) return;
      const form = formSince(history, scope, revisionIn(headerOf(exchange, 'if-none-match')));
      await sendBody(bodies, { form, view, scope, revision }, exchange);
    },
  };
}

/** The revision that a program has, as its ETag or as the id of its last event; undefined for anything else. */
export function revisionIn(text: string | undefined): number | undefined {
  const [, digits] = /^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

import { Failure } from '@signalbox/contracts';
import type { Evaluations } from '../evaluation/evaluations.ts';
import { contextInBody, contextInQuery, type GivenContext } from '../evaluation/read-context.ts';
import { addressOf, answerJson, answerUnchanged, type Exchange, headerOf, isRead } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import { readJson } from '../exchange/read-json.ts';
import { placeOf } from '../feature/scope.ts';
import type { Admit } from '../token/admit-token.ts';
import { featureSheet } from './feature-sheet.ts';

export interface FrontendParts {
  readonly evaluations: Evaluations;
  readonly admit: Admit;
  readonly bodyLimitBytes: number;
}

const path = /^\/api\/(?:frontend|proxy)\/?$/;

/** `GET` and `POST /api/frontend`, and under its older name `/api/proxy`. */
export function serveFrontend(parts: FrontendParts): Answerer {
  return {
    name: 'frontend',
    takes: (exchange) => (isRead(exchange) || exchange.method === 'POST') && path.test(exchange.path),
    async answer(exchange) {
      const token = await parts.admit(exchange, headerOf(exchange, 'authorization'), 'frontend');
      const given = withAddress(await contextOf(exchange, parts.bodyLimitBytes), exchange);
      const { etag, body } = await parts.evaluations.seal(featureSheet, placeOf(token, given.fields.environment), given);
      exchange.response.setHeader('cache-control', 'no-cache');
      exchange.response.appendHeader('vary', 'Authorization');
      if (!answerUnchanged(exchange, etag)) answerJson(exchange, 200, body);
    },
  };
}

async function contextOf(exchange: Exchange, limitBytes: number): Promise<GivenContext> {
  return isRead(exchange) ? contextInQuery(exchange.search) : contextInBody(await readJson(exchange, limitBytes));
}

function withAddress({ fields, properties }: GivenContext, exchange: Exchange): GivenContext {
  return fields.remoteAddress ? { fields, properties } : { fields: { ...fields, remoteAddress: addressOf(exchange) }, properties };
}

const notHere = /^\/api\/(?:frontend|proxy)\/(?:client\/features|health|internal-backstage\/prometheus)$/;

/** What proxies of their own answered once, and what has no meaning here. */
export const refuseProxyPaths: Answerer = {
  name: 'proxy',
  takes: (exchange) => isRead(exchange) && notHere.test(exchange.path),
  answer({ path: asked }) {
    throw new Failure('NotImplementedError', `${asked} is answered by proxies alone. Ask /api/frontend for features, /health for health.`);
  },
};

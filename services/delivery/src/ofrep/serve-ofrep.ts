import { Failure, type TokenState } from '@signalbox/contracts';
import type { Evaluations, Sheet } from '../evaluation/evaluations.ts';
import { contextInBody, type GivenContext } from '../evaluation/read-context.ts';
import { decode } from '../exchange/decode.ts';
import { answerJson, answerUnchanged, type Exchange } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import { readJson } from '../exchange/read-json.ts';
import { placeOf } from '../feature/scope.ts';
import type { Admit } from '../token/admit-token.ts';
import { secretOf } from './secret.ts';
import { resolve } from './resolve.ts';

export interface OfrepParts {
  readonly evaluations: Evaluations;
  readonly admit: Admit;
  readonly bodyLimitBytes: number;
}

const all = /^\/ofrep\/v1\/evaluate\/flags\/?$/;
const one = /^\/ofrep\/v1\/evaluate\/flags\/([^/]+)\/?$/;

/** The OpenFeature Remote Evaluation Protocol: `POST /ofrep/v1/evaluate/flags` and `/ofrep/v1/evaluate/flags/{key}`. */
export function serveOfrep(parts: OfrepParts): Answerer {
  return {
    name: 'ofrep',
    takes: ({ path }) => path === '/ofrep' || path.startsWith('/ofrep/'),
    async answer(exchange) {
      const [, key] = one.exec(exchange.path) ?? [];
      if (exchange.method !== 'POST' || (key === undefined && !all.test(exchange.path))) throw noSuchPath(exchange);
      const token = await parts.admit(exchange, secretOf(exchange), 'frontend', 'client');
      const given = identified(contextInBody(await readJson(exchange, parts.bodyLimitBytes)));
      if (key === undefined) return sendAll(parts, token, given, exchange);
      return sendOne(parts, token, given, decode(key), exchange);
    },
  };
}

/** The targeting key is the user, unless the context names one; constraints may speak of it under its own name as well. */
function identified({ fields, properties }: GivenContext): GivenContext {
  const { targetingKey } = properties;
  return targetingKey === undefined || fields.userId ? { fields, properties } : { fields: { ...fields, userId: targetingKey }, properties };
}

const sheet: Sheet = {
  name: 'ofrep',
  drawsSession: false,
  write: (feature, evaluation) => JSON.stringify(resolve(feature, evaluation)),
  wrap: (features) => `{"flags":[${features}]}`,
};

async function sendAll({ evaluations }: OfrepParts, token: TokenState, given: GivenContext, exchange: Exchange): Promise<void> {
  const { etag, body } = await evaluations.seal(sheet, placeOf(token, given.fields.environment), given);
  if (!answerUnchanged(exchange, etag)) answerJson(exchange, 200, body);
}

async function sendOne(
  { evaluations }: OfrepParts,
  token: TokenState,
  given: GivenContext,
  key: string,
  exchange: Exchange,
): Promise<void> {
  const place = placeOf(token, given.fields.environment);
  const { lookup } = await evaluations.set(place);
  const feature = lookup.get(key);
  if (!feature) throw noSuchFeature(key);
  const { context } = evaluations.contextFor(sheet, place, given);
  answerJson(exchange, 200, JSON.stringify(resolve(feature, feature.evaluate(context, evaluations.surroundings, lookup))));
}

const noSuchFeature = (key: string) =>
  new Failure('NotFoundError', `There is no feature ${key} that this token can see.`, { extra: { errorCode: 'FLAG_NOT_FOUND' } });

const noSuchPath = ({ method, path }: Exchange) =>
  new Failure('NotFoundError', `There is no ${method} ${path}; evaluate with POST /ofrep/v1/evaluate/flags.`);

import { Failure } from '@signalbox/contracts';
import type { Replica } from '@signalbox/replica';
import { decode } from '../exchange/decode.ts';
import { answerJson, answerUnchanged, type Exchange, headerOf, isRead } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import type { Admit } from '../token/admit-token.ts';
import { type Bodies, encodingFor, type Order } from './bodies.ts';
import { isInScope, presentFeature } from './present-feature.ts';
import type { Scope, Scopes } from './scope.ts';
import { etagOf, wholeForm } from './write-features.ts';

export interface FeatureParts {
  readonly replica: Replica;
  readonly bodies: Bodies;
  readonly scopes: Scopes;
  readonly admit: Admit;
}

const path = '/api/client/features';

/** `GET /api/client/features` and `/api/client/features/:featureName`. */
export function serveFeatures(parts: FeatureParts): Answerer {
  return {
    name: 'features',
    takes: (exchange) => isRead(exchange) && (exchange.path === path || exchange.path.startsWith(`${path}/`)),
    async answer(exchange) {
      const token = await parts.admit(exchange, headerOf(exchange, 'authorization'), 'client', 'person');
      const scope = parts.scopes.of(token, exchange.search, headerOf(exchange, 'unleash-client-spec'));
      exchange.response.setHeader('vary', 'Accept-Encoding, Authorization, Cookie, Unleash-Client-Spec');
      const name = exchange.path.slice(path.length + 1);
      if (name === '') return sendFeatures(parts, scope, exchange);
      return sendFeature(parts, scope, name, exchange);
    },
  };
}

async function sendFeatures({ replica: { view }, bodies }: FeatureParts, scope: Scope, exchange: Exchange): Promise<void> {
  const revision = view.scopeRevision(scope.environment, scope.projects);
  if (answerUnchanged(exchange, etagOf(scope, revision))) return;
  await sendBody(bodies, { form: wholeForm, view, scope, revision }, exchange);
}

/** Sends a kept body in the smallest form that the caller takes. */
export async function sendBody(bodies: Bodies, order: Omit<Order, 'encoding'>, exchange: Exchange): Promise<void> {
  const encoding = encodingFor(headerOf(exchange, 'accept-encoding'));
  const body = await bodies.get({ ...order, encoding });
  if (encoding !== 'identity') exchange.response.setHeader('content-encoding', encoding);
  answerJson(exchange, 200, body);
}

function sendFeature({ replica: { view } }: FeatureParts, scope: Scope, encodedName: string, exchange: Exchange): void {
  const name = decode(encodedName);
  const feature = view.feature(name);
  if (!feature || !isInScope(feature, scope)) throw new Failure('NotFoundError', `There is no feature ${name} that this token can see.`);
  answerJson(exchange, 200, JSON.stringify(presentFeature(feature, scope, view.segments())));
}

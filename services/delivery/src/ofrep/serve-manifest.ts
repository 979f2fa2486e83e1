import { answerJson, answerUnchanged, isRead } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import { placeOf } from '../feature/scope.ts';
import { type FeatureSet, keyOf } from '../evaluation/feature-sets.ts';
import { secretOf } from './secret.ts';
import type { OfrepParts } from './serve-ofrep.ts';

/**
 * `GET /openfeature/v0/manifest`: what the OpenFeature CLI makes typed accessors of (open-feature/cli, api/v0/sync.yaml).
 * All features are boolean there, because payloads differ from variant to variant.
 */
export function serveManifest({ evaluations, admit }: Omit<OfrepParts, 'bodyLimitBytes'>): Answerer {
  return {
    name: 'manifest',
    takes: (exchange) => isRead(exchange) && exchange.path === '/openfeature/v0/manifest',
    async answer(exchange) {
      const place = placeOf(await admit(exchange, secretOf(exchange), 'frontend', 'client'), undefined);
      const set = await evaluations.set(place);
      exchange.response.setHeader('vary', 'Authorization, X-API-Key');
      exchange.response.setHeader('x-manifest-capabilities', 'read');
      if (!answerUnchanged(exchange, `"${encodeURIComponent(keyOf(place))}:${set.revision}"`)) answerJson(exchange, 200, write(set));
    },
  };
}

function write({ features }: FeatureSet): string {
  const flags = features.map(({ state: { name, description } }) => ({
    key: name,
    name,
    type: 'boolean',
    ...(description ? { description } : {}),
    defaultValue: false,
  }));
  return JSON.stringify({ flags });
}

import { empty, fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import type { FeatureSet } from '../evaluation/feature-sets.ts';
import { scopeKey, scopeOf } from '../feature/scope.ts';
import { callerOf } from '../token/caller.ts';
import type { OfrepParts } from './evaluate-flags.ts';

const Flag = Type.Object({
  key: Type.String(),
  name: Type.String(),
  type: Type.Literal('boolean'),
  description: Type.Optional(Type.String()),
  defaultValue: Type.Literal(false),
});

const headers = { vary: 'Authorization, X-API-Key', 'x-manifest-capabilities': 'read' };

/**
 * What the OpenFeature CLI makes typed accessors of (open-feature/cli, api/v0/sync.yaml). All features are boolean there,
 * because payloads differ from variant to variant.
 */
export const getManifestRoute = fastRoute(
  {
    method: 'get',
    path: '/openfeature/v0/manifest',
    summary: 'Get the features that the token gives access to, in the format of the OpenFeature CLI',
    permission: ['FRONTEND', 'CLIENT'],
    headers: { 'X-Manifest-Capabilities': 'What the CLI may do with the manifest: `read`.' },
    answers: { 200: Type.Object({ flags: Type.Array(Flag) }), 304: empty },
    failures: ['BadRequestError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: OfrepParts) => {
    const scope = scopeOf(await callerOf(call, parts), undefined);
    const set = await parts.evaluations.set(scope);
    return { headers, etag: `"${encodeURIComponent(scopeKey(scope))}:${set.revision}"`, json: () => write(set) };
  },
);

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

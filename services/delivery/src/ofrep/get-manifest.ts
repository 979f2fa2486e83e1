import { CodeDefault } from '@signalbox/contracts';
import { empty, fastRoute } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import type { FeatureSet } from '../evaluation/feature-sets.ts';
import { scopeKey, scopeOf } from '../feature/scope.ts';
import { callerOf } from '../token/caller.ts';
import type { OfrepParts } from './evaluate-flags.ts';

const Flag = Type.Object({
  key: Type.String(),
  name: Type.String(),
  type: Type.Enum(['boolean', 'string', 'integer', 'float', 'object']),
  description: Type.Optional(Type.String()),
  defaultValue: CodeDefault,
});

const headers = { vary: 'Authorization, X-API-Key', 'x-manifest-capabilities': 'read' };

/**
 * Input for the typed accessors that the OpenFeature CLI generates (open-feature/cli, api/v0/sync.yaml). The code default of a
 * feature is its default value and decides its type. Features without one are boolean, because payloads differ between variants.
 */
export const getManifestRoute = fastRoute(
  {
    method: 'get',
    path: '/openfeature/v0/manifest',
    summary: 'Get the features that the token can access, as a manifest for the OpenFeature CLI',
    permission: ['FRONTEND', 'CLIENT'],
    headers: { 'X-Manifest-Capabilities': 'Access of the CLI to the manifest: `read`.' },
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
  const flags = features.map(({ state: { name, description, codeDefault = false } }) => ({
    key: name,
    name,
    type: typeOf(codeDefault),
    ...(description ? { description } : {}),
    defaultValue: codeDefault,
  }));
  return JSON.stringify({ flags });
}

function typeOf(value: CodeDefault): Static<typeof Flag>['type'] {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float';
  return typeof value as 'boolean' | 'string' | 'object';
}

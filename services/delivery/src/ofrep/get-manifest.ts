import { CodeDefault, ManifestType, manifestTypeOf, type Principal } from '@signalbox/contracts';
import type { CompiledFeature } from '@signalbox/engine';
import { empty, fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import type { FeatureSet } from '../evaluation/feature-sets.ts';
import { scopeKey, scopeOf } from '../feature/scope.ts';
import { callerOf } from '../token/caller.ts';
import type { OfrepParts } from './evaluate-flags.ts';
import { valueOf, variantsOf } from './resolve.ts';

const Flag = Type.Object({
  key: Type.String(),
  name: Type.String(),
  type: ManifestType,
  description: Type.Optional(Type.String()),
  defaultValue: CodeDefault,
});

const vary = 'Authorization, Cookie, X-API-Key';

/**
 * Input for the typed accessors that the OpenFeature CLI generates (open-feature/cli, api/v0/sync.yaml). The code default of a
 * feature is its default value and decides its type. A feature without one has the type of its payloads if all of its variants share it,
 * and is boolean otherwise.
 */
export const getManifestRoute = fastRoute(
  {
    method: 'get',
    path: '/openfeature/v0/manifest',
    summary: 'Get the features that the token can access, as a manifest for the OpenFeature CLI',
    permission: ['FRONTEND', 'CLIENT'],
    usersToo: true,
    headers: { 'X-Manifest-Capabilities': 'Access of the CLI to the manifest: `read`, or `read,write,delete`.' },
    answers: { 200: Type.Object({ flags: Type.Array(Flag) }), 304: empty },
    failures: ['BadRequestError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: OfrepParts) => {
    const scope = scopeOf(await callerOf(call, parts), undefined);
    const set = await parts.evaluations.set(scope);
    const headers = { vary, 'x-manifest-capabilities': capabilitiesOf(call.principal) };
    return { headers, etag: `"${encodeURIComponent(scopeKey(scope))}:${set.revision}"`, json: () => write(set) };
  },
);

function write({ features }: FeatureSet): string {
  const flags = features.map((feature) => {
    const { name, description, codeDefault } = feature.state;
    const type = codeDefault === undefined ? payloadType(feature) : manifestTypeOf(codeDefault);
    return { key: name, name, type, ...(description ? { description } : {}), defaultValue: codeDefault ?? emptyValues[type] };
  });
  return JSON.stringify({ flags });
}

const emptyValues: Readonly<Record<ManifestType, CodeDefault>> = { boolean: false, string: '', integer: 0, float: 0, object: {} };

/** The type that the values of all variants share. Whole numbers alongside others are floats. */
function payloadType(feature: CompiledFeature): ManifestType {
  const types = new Set(variantsOf(feature).map((variant) => manifestTypeOf(valueOf(variant) as CodeDefault)));
  if (types.has('float')) types.delete('integer');
  const [type = 'boolean', ...others] = types;
  return others.length === 0 ? type : 'boolean';
}

/** Users and admin tokens may call the routes that write; their permissions are checked there. */
const capabilitiesOf = ({ kind, tokenType }: Principal): string =>
  kind === 'api-token' && tokenType !== 'admin' ? 'read' : 'read,write,delete';

import { CodeDefault, DateTime, ManifestType, manifestTypeOf } from '@signalbox/contracts';
import { Reply } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { type DescribedFeature, WrittenFeature } from '../feature/feature.schema.ts';

export const manifestPath = '/openfeature/v0/manifest/flags';

/** A flag as the OpenFeature CLI sends it. Its name is always its key. */
export const ManifestFeature = Type.Object({
  key: Type.String(),
  name: Type.Optional(Type.String()),
  type: ManifestType,
  description: WrittenFeature.properties.description,
  defaultValue: CodeDefault,
});
export type ManifestFeature = Static<typeof ManifestFeature>;

export const StoredManifestFeature = Type.Object({ flag: ManifestFeature, updatedAt: DateTime });

export const capabilityHeader = { 'X-Manifest-Capabilities': 'Access of the CLI to the manifest.' };
export const capabilities = { 'x-manifest-capabilities': 'read,write,delete' };

/** Throws 400 unless the default value has the type. */
export function refuseOtherType({ type, defaultValue }: Pick<ManifestFeature, 'type' | 'defaultValue'>): void {
  const actual = manifestTypeOf(defaultValue);
  if (actual !== type && !(type === 'float' && actual === 'integer'))
    throw badValue({ path: 'defaultValue' }, `must be of the type ${type}; got ${actual}`);
}

/** The stored flag. */
export function replyStored({ name, description = null, codeDefault }: DescribedFeature, now: Date) {
  const defaultValue = codeDefault ?? false;
  const type = manifestTypeOf(defaultValue);
  return new Reply({ flag: { key: name, name, type, description, defaultValue }, updatedAt: now.toISOString() }, { headers: capabilities });
}

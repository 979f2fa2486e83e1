import { CodeDefault, DateTime, FlagType, flagTypeOf, nullable } from '@signalbox/contracts';
import { Reply } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import type { DescribedFeature } from '../feature/feature.schema.ts';

export const flagsPath = '/openfeature/v0/manifest/flags';

/** A flag as the OpenFeature CLI sends it. Its name is always its key. */
export const ManifestFlag = Type.Object({
  key: Type.String(),
  name: Type.Optional(Type.String()),
  type: FlagType,
  description: Type.Optional(nullable(Type.String())),
  defaultValue: CodeDefault,
});
export type ManifestFlag = Static<typeof ManifestFlag>;

export const StoredFlag = Type.Object({ flag: ManifestFlag, updatedAt: DateTime });

export const capabilityHeader = { 'X-Manifest-Capabilities': 'Access of the CLI to the manifest.' };
export const capabilities = { 'x-manifest-capabilities': 'read,write,delete' };

/** Throws 400 unless the default value has the type. */
export function refuseOtherType({ type, defaultValue }: Pick<ManifestFlag, 'type' | 'defaultValue'>): void {
  const actual = flagTypeOf(defaultValue);
  if (actual !== type && !(type === 'float' && actual === 'integer'))
    throw badValue({ path: 'defaultValue' }, `must be of the type ${type}; got ${actual}`);
}

/** The stored flag. */
export function replyStored({ name, description = null, codeDefault }: DescribedFeature, now: Date) {
  const defaultValue = codeDefault ?? false;
  const flag = { key: name, name, type: flagTypeOf(defaultValue), description, defaultValue };
  return new Reply({ flag, updatedAt: now.toISOString() }, { headers: capabilities });
}

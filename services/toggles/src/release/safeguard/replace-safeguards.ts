import { isDeepStrictEqual } from 'node:util';
import type { Safeguard } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Pointer } from '../../base/input/bad-value.ts';
import type { FeatureEnvironmentKey } from '../../feature/feature/feature-in-environment.ts';
import { completeSafeguard, contentOfSafeguard } from '../template/normalise-safeguard.ts';
import type { WriteSafeguard } from '../template/safeguard.schema.ts';
import { withoutSafeguard, withSafeguard } from './edit-safeguards.ts';
import { lockSafeguards, storeSafeguards } from './environment-safeguards.ts';

/** A new safeguard of a feature, and its location in the request. */
export interface NewSafeguard {
  readonly input: Omit<WriteSafeguard, 'id'>;
  readonly pointer: Pointer;
}

/** Gives a feature safeguards with the content of others. */
export const copySafeguards = (context: Context, key: FeatureEnvironmentKey, from: readonly Safeguard[]): Promise<void> =>
  replaceSafeguards(
    context,
    key,
    from.map((safeguard) => ({ input: contentOfSafeguard(safeguard), pointer: { path: '' } })),
  );

/** Replaces the safeguards of a feature. Those that are among the new ones stay. */
export async function replaceSafeguards(context: Context, key: FeatureEnvironmentKey, desired: readonly NewSafeguard[]): Promise<void> {
  const guarded = await lockSafeguards(context, key);
  const { removed, added } = replacementOf(guarded.safeguards, desired);
  if (removed.length + added.length === 0) return;
  let safeguards = [...guarded.safeguards];
  for (const { id } of removed) safeguards = withoutSafeguard(context, { ...guarded, safeguards }, id);
  for (const { input, pointer } of added) ({ safeguards } = withSafeguard(context, { ...guarded, safeguards }, input, pointer));
  await storeSafeguards(context, guarded.target, safeguards);
}

/** The safeguards to delete and to add, by content. */
export function replacementOf(existing: readonly Safeguard[], desired: readonly NewSafeguard[]) {
  const left = desired.map((one) => ({ one, content: completeSafeguard(one.input) }));
  const removed = existing.filter((safeguard) => {
    const index = left.findIndex(({ content }) => isDeepStrictEqual(content, contentOfSafeguard(safeguard)));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { removed, added: left.map(({ one }) => one) };
}

import { type Change, ChangeAction, changes, Failure, maxChanges, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { payloadBytesOf } from '../request/proposed-change.ts';

/** A proposed change. Consoles send further properties, which are ignored. */
export const ChangeInput = Type.Object({
  action: ChangeAction,
  /** Absent or null for changes that are not about a feature. */
  feature: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** Depends on the action. */
  payload: Type.Optional(Type.Unknown()),
});
export type ChangeInput = Static<typeof ChangeInput>;

/** Maximum total payload size of one request. */
const maxPayloadBytes = 1_000_000;

/** The stored form of a proposed change. */
export function readInput({ action, feature, payload }: ChangeInput): Change {
  const named = changes[action].of === 'feature' ? (feature ?? null) : null;
  return { action, feature: named, ...(payload === undefined || payload === null ? {} : { payload }) };
}

/** Throws 400 beyond the size limits of a request, because toggles validates all changes together. */
export function refuseTooMuch(proposed: readonly { readonly payload?: unknown }[]): void {
  const problem = problemOfSize(proposed);
  if (problem) throw new Failure('BadDataError', problem);
}

/** True beyond the size limits of a request. */
export const isTooMuch = (proposed: readonly { readonly payload?: unknown }[]): boolean => problemOfSize(proposed) !== null;

function problemOfSize(proposed: readonly { readonly payload?: unknown }[]): string | null {
  if (proposed.length > maxChanges)
    return `A change request can have at most ${maxChanges} changes; this one would have ${proposed.length}.`;
  const bytes = payloadBytesOf(proposed);
  return bytes > maxPayloadBytes
    ? `The payloads of a change request can have at most ${maxPayloadBytes} bytes; this one would have ${bytes}.`
    : null;
}

import { type Change, ChangeAction, Failure, maxChanges, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { payloadBytesOf } from '../request/proposed-change.ts';

/** One change as it is proposed. Consoles send more with it, which says nothing. */
export const ChangeInput = Type.Object({
  action: ChangeAction,
  /** Absent or null for changes to segments. */
  feature: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** Depends on the action. */
  payload: Type.Optional(Type.Unknown()),
});
export type ChangeInput = Static<typeof ChangeInput>;

/** The most that the changes of one request may hold together. */
const maxPayloadBytes = 1_000_000;

const ofSegments: readonly ChangeAction[] = ['updateSegment', 'deleteSegment'];

/** The change as it is stored. */
export function readInput({ action, feature, payload }: ChangeInput): Change {
  const named = ofSegments.includes(action) ? null : (feature ?? null);
  return { action, feature: named, ...(payload === undefined || payload === null ? {} : { payload }) };
}

/** 400 for more than a request holds: toggles looks at all of it at once. */
export function refuseTooMuch(changes: readonly { readonly payload?: unknown }[]): void {
  const problem = problemOfSize(changes);
  if (problem) throw new Failure('BadDataError', problem);
}

/** Whether it is more than a request holds. */
export const isTooMuch = (changes: readonly { readonly payload?: unknown }[]): boolean => problemOfSize(changes) !== null;

function problemOfSize(changes: readonly { readonly payload?: unknown }[]): string | null {
  if (changes.length > maxChanges) return `A change request can have at most ${maxChanges} changes; this one would have ${changes.length}.`;
  const bytes = payloadBytesOf(changes);
  return bytes > maxPayloadBytes
    ? `The payloads of a change request can have at most ${maxPayloadBytes} bytes; this one would have ${bytes}.`
    : null;
}

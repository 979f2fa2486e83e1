import jsonPatch from 'fast-json-patch';
import { type Static, Type } from 'typebox';
import type { Event } from './event.schema.ts';

/** One step of a JSON Patch (RFC 6902). */
export const PatchStep = Type.Object({
  op: Type.Enum(['add', 'remove', 'replace']),
  /** A JSON Pointer (RFC 6901). */
  path: Type.String(),
  value: Type.Optional(Type.Unknown()),
});
export type PatchStep = Static<typeof PatchStep>;

/** Limit for the response; comparison time is bounded by the size of events. */
const maxSteps = 1000;

/** The patch from `preData` to `data`. Null if one of them is missing, or if the patch exceeds the limit. */
export function differenceOf({ data, preData }: Pick<Event, 'data' | 'preData'>): PatchStep[] | null {
  if (data === null || preData === null) return null;
  const steps = jsonPatch.compare(preData, data) as PatchStep[];
  return steps.length > maxSteps ? null : steps;
}

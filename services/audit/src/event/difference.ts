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

/** More steps than anybody reads; comparing takes time that grows with the content, and content has bounds of its own. */
const maxSteps = 1000;

/** What turned `preData` into `data`; null where one of them is missing, or where there are more steps than are shown. */
export function differenceOf({ data, preData }: Pick<Event, 'data' | 'preData'>): PatchStep[] | null {
  if (data === null || preData === null) return null;
  const steps = jsonPatch.compare(preData, data) as PatchStep[];
  return steps.length > maxSteps ? null : steps;
}

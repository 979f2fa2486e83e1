import { Failure, type validator } from '@signalbox/contracts';
import { invalid } from '@signalbox/kit';
import { type ScimPatchOperation, scimPatch, type ScimResource } from 'scim-patch';
import { Type, type Static } from 'typebox';

/** Operations on a resource (RFC 7644 §3.5.2). */
export const ScimPatch = Type.Object({
  schemas: Type.Optional(Type.Array(Type.String())),
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 10 }),
      path: Type.Optional(Type.String({ maxLength: 255 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});
export type ScimPatch = Static<typeof ScimPatch>;
type Operations = ScimPatch['Operations'];

/** The resource as the operations make it. 400 for what cannot be applied, and for what is no such resource any more. */
export function applyPatch(check: Check, resource: object, operations: Operations): ScimResource {
  const patched = patchedBy(resource, operations);
  const problems = check.problemsOf(patched);
  if (problems.length > 0) throw invalid(problems);
  return patched;
}

type Check = Pick<ReturnType<typeof validator>, 'problemsOf'>;

function patchedBy(resource: object, operations: Operations): ScimResource {
  for (const { path = '', value } of operations) refuseInherited([...path.split(/[^\w$:-]+/), ...keysIn(value)]);
  try {
    return scimPatch(structuredClone(resource) as ScimResource, operations.map(normalized) as ScimPatchOperation[]);
  } catch (cause) {
    throw new Failure('BadDataError', `The operations cannot be applied: ${(cause as Error).message}`, {
      cause,
      extra: { scimType: 'invalidPath' },
    });
  }
}

/** 400 for a name that every object inherits: `scim-patch` would write to it. */
function refuseInherited(names: readonly string[]): void {
  const name = names.find((each) => each === '__proto__' || each === 'prototype' || each === 'constructor');
  if (name !== undefined) throw new Failure('BadDataError', `There is no attribute ${name}.`);
}

/** The names of all properties in the value, at any depth: bodies are bounded in depth. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysIn(inner)]);
}

/** Attributes that are boolean in the schemas of SCIM that are served (RFC 7643 §4.1). */
const booleans = ['active', 'primary'];

/** Some clients write `Replace`, and booleans as texts. */
const normalized = ({ op, path, value }: Operations[number]) => ({
  op: op.toLowerCase(),
  ...(path !== undefined && { path }),
  ...(value !== undefined && { value: withBooleans(value, path?.split('.').at(-1) ?? '') }),
});

function withBooleans(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withBooleans(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withBooleans(inner, key)]));
  const isText = typeof value === 'string' && booleans.includes(name.toLowerCase()) && /^(?:true|false)$/i.test(value);
  return isText ? value.toLowerCase() === 'true' : value;
}

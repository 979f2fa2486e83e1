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

/** Applies the operations to the resource. Throws 400 for invalid operations and for an invalid result. */
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

/** Throws 400 for names that every object inherits, which `scim-patch` would write to. */
function refuseInherited(names: readonly string[]): void {
  const name = names.find((each) => each === '__proto__' || each === 'prototype' || each === 'constructor');
  if (name !== undefined) throw new Failure('BadDataError', `There is no attribute ${name}.`);
}

/** Names of all properties in the value, at any depth; the depth of bodies is limited. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysIn(inner)]);
}

/** Boolean attributes of the supported SCIM schemas (RFC 7643 §4.1). */
const booleans = ['active', 'primary'];

/** Some clients write `Replace`, and booleans as strings. */
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

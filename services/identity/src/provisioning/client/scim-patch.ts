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
  if (/__proto__|"?prototype"?|constructor/.test(JSON.stringify(operations)))
    throw new Failure('BadDataError', 'There is no such attribute.');
  try {
    return scimPatch(structuredClone(resource) as ScimResource, operations.map(normalized) as ScimPatchOperation[]);
  } catch (cause) {
    throw new Failure('BadDataError', `The operations cannot be applied: ${(cause as Error).message}`, {
      cause,
      extra: { scimType: 'invalidPath' },
    });
  }
}

/** Some clients write `Replace`, and booleans as texts. */
const normalized = ({ op, value, ...rest }: Operations[number]) => ({
  ...rest,
  op: op.toLowerCase(),
  ...(value !== undefined && {
    value: typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value,
  }),
});

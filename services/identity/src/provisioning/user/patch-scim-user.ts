import { Failure, userCreated, userDeleted, userUpdated, validator } from '@signalbox/contracts';
import { type Context, invalid, route } from '@signalbox/kit';
import { type ScimPatchOperation, scimPatch, type ScimResource } from 'scim-patch';
import { Type, type Static } from 'typebox';
import { provisioner, requireProvisioner, scimBodies, scimReply, scimType } from '../client/provisioner.ts';
import { findScimUser, type Provisioned } from './find-scim-user.ts';
import { presentScimUser, ScimUserInput, ScimUserShape, userParams } from './scim-user.schema.ts';
import { replaceScimUser } from './store-scim-user.ts';

const PatchUser = Type.Object({
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
type PatchUser = Static<typeof PatchUser>;

export const patchScimUserRoute = route(
  {
    method: 'patch',
    path: '/scim/Users/:userId',
    summary: 'Change parts of a user; with active false it loses all access at once (SCIM)',
    permission: 'public',
    params: userParams,
    body: PatchUser,
    bodyTypes: scimBodies,
    answers: { 200: ScimUserShape },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError', 'ConflictError', 'InvalidOperationError', 'NotFoundError'],
    events: [userCreated, userDeleted, userUpdated],
    transaction: { none: 'because it is done on behalf of the provisioning client' },
  },
  async ({ params, body }, context) => {
    await requireProvisioner(context);
    const { user, provisioned } = await context.write((work) => patchUser(work, params.userId, body), provisioner);
    return scimReply(presentScimUser(user, provisioned, context.settings));
  },
);

const isUser = validator(ScimUserInput, 'scalars');

async function patchUser(context: Context, id: number, { Operations }: PatchUser): Promise<Provisioned> {
  const { user, provisioned } = await findScimUser(context.em, id);
  const patched = apply(presentScimUser(user, provisioned, context.settings), Operations);
  const problems = isUser.problemsOf(patched);
  if (problems.length > 0) throw invalid(problems);
  return replaceScimUser(context, id, patched as unknown as ScimUserInput);
}

/** The operations of RFC 7644 §3.5.2. The name in parts counts before the one in whole, where an operation speaks of parts. */
function apply(resource: Static<typeof ScimUserShape>, operations: PatchUser['Operations']): ScimResource {
  const sent = JSON.stringify(operations);
  if (/__proto__|"?prototype"?|constructor/.test(sent)) throw new Failure('BadDataError', 'There is no such attribute.');
  const { displayName: _shown, ...rest } = resource;
  const base = /givenName|familyName/.test(sent) ? { ...rest, name: {} } : /displayName/.test(sent) ? rest : resource;
  try {
    return scimPatch(structuredClone(base) as unknown as ScimResource, operations.map(lowerCased) as ScimPatchOperation[]);
  } catch (cause) {
    throw new Failure('BadDataError', `The operations cannot be applied: ${(cause as Error).message}`, {
      cause,
      extra: { scimType: 'invalidPath' },
    });
  }
}

/** Some clients write `Replace`, and booleans as texts. */
const lowerCased = ({ op, value, ...rest }: PatchUser['Operations'][number]) => ({
  ...rest,
  op: op.toLowerCase(),
  ...(value !== undefined && {
    value: typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value,
  }),
});

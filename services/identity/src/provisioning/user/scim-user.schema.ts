import { nullable, validator } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { linkTo } from '../../base/link.ts';
import type { ProvisionedUser } from '../../user/provisioned-user.ts';
import { nameOf, type User } from '../../user/user.ts';
import { emailOf } from '../../user/user-rules.ts';
import { ScimMeta } from '../client/scim-list.ts';
import type { ScimResource } from '../client/scim-patch.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

const Text = Type.String({ maxLength: 255 });
const MaybeText = Type.Optional(nullable(Text));

const Name = Type.Object({
  formatted: MaybeText,
  givenName: MaybeText,
  familyName: MaybeText,
  middleName: MaybeText,
  honorificPrefix: MaybeText,
  honorificSuffix: MaybeText,
});

/** Supported attributes of a SCIM user (RFC 7643 §4.1). Others are accepted and ignored. */
export const ScimUserInput = Type.Object({
  schemas: Type.Optional(Type.Array(Type.String())),
  userName: Type.String({ minLength: 1, maxLength: 255 }),
  externalId: MaybeText,
  displayName: MaybeText,
  name: Type.Optional(nullable(Name)),
  emails: Type.Optional(
    nullable(Type.Array(Type.Object({ value: Text, type: MaybeText, primary: Type.Optional(nullable(Type.Boolean())) }), { maxItems: 20 })),
  ),
  active: Type.Optional(Type.Boolean({ default: true })),
});
export type ScimUserInput = Static<typeof ScimUserInput>;

/** Attributes that providers map by default, although this product has no use for them. */
const ignored = (
  'nickName profileUrl title userType preferredLanguage locale timezone password phoneNumbers ims photos addresses entitlements roles ' +
  'x509Certificates'
).split(' ');

export const userResource: ScimResource = { attributes: ScimUserInput, ignored, check: validator(ScimUserInput, 'scalars') };

export const ScimUserShape = Type.Object({
  schemas: Type.Array(Type.String()),
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  userName: Type.String(),
  displayName: Type.Optional(Type.String()),
  name: Type.Optional(Type.Object({ formatted: Type.String() })),
  emails: Type.Array(Type.Object({ value: Type.String(), type: Type.String(), primary: Type.Boolean() })),
  active: Type.Boolean(),
  meta: ScimMeta,
});
export type ScimUserShape = Static<typeof ScimUserShape>;

export const scimUserParams = Type.Object({ userId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });

export function serializeScimUser(user: User, provisioned: ProvisionedUser | null, settings: Settings): ScimUserShape {
  const source = user.deletedAt ? provisioned : user;
  const [email, name] = [source?.email, source?.name];
  return {
    schemas: [userSchema],
    id: String(user.id),
    ...(provisioned?.externalId && { externalId: provisioned.externalId }),
    userName: provisioned?.userName ?? nameOf(user),
    ...(name && { displayName: name, name: { formatted: name } }),
    emails: email ? [{ value: email, type: 'work', primary: true }] : [],
    active: !user.deletedAt,
    meta: { resourceType: 'User', created: user.createdAt.toISOString(), location: linkTo(settings, `/scim/Users/${user.id}`) },
  };
}

/** The user's names in this product. Throws 400 for an address that `emailOf` refuses. */
export function namesIn({ userName, displayName, name, emails }: ScimUserInput): {
  userName: string;
  email: string | null;
  name: string | null;
} {
  const primary = emails?.find((each) => each.primary) ?? emails?.[0];
  const email = primary?.value || (userName.includes('@') ? userName : null);
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  return {
    userName: userName.toLowerCase(),
    email: email === null ? null : emailOf(email),
    name: (displayName || name?.formatted || parts || null)?.slice(0, 255) ?? null,
  };
}

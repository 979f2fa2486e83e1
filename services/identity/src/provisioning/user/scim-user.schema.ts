import { nullable, validator } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { Type, type Static, type TOptional, type TString } from 'typebox';
import { linkTo } from '../../base/link.ts';
import type { SentUser } from '../../tables/user.ts';
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
    nullable(
      Type.Array(Type.Object({ value: Text, type: MaybeText, display: MaybeText, primary: Type.Optional(nullable(Type.Boolean())) }), {
        maxItems: 20,
      }),
    ),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Default: true for a new user; others keep their state.' })),
});
export type ScimUserInput = Static<typeof ScimUserInput>;

/** Attributes that providers map by default, although this product has no use for them. */
const ignored = (
  'nickName profileUrl title userType preferredLanguage locale timezone password phoneNumbers ims photos addresses entitlements roles ' +
  'x509Certificates'
).split(' ');

export const userResource: ScimResource = { attributes: ScimUserInput, ignored, check: validator(ScimUserInput, 'scalars') };

const shownTexts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String())])) as Record<Name, TOptional<TString>>;

export const ScimUserShape = Type.Object({
  schemas: Type.Array(Type.String()),
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  userName: Type.String(),
  displayName: Type.Optional(Type.String()),
  name: Type.Optional(Type.Object(shownTexts('formatted', 'givenName', 'familyName', 'middleName', 'honorificPrefix', 'honorificSuffix'))),
  emails: Type.Array(Type.Object({ value: Type.String(), ...shownTexts('type', 'display'), primary: Type.Optional(Type.Boolean()) })),
  active: Type.Boolean(),
  meta: ScimMeta,
});
export type ScimUserShape = Static<typeof ScimUserShape>;

export const scimUserParams = Type.Object({ userId: Type.Integer({ minimum: 0, maximum: 2_147_483_647, 'x-not-found': 'user' }) });

export function serializeScimUser(user: User, provisioned: ProvisionedUser | null, settings: Settings): ScimUserShape {
  const { name: own, email } = user.deletedAt ? (provisioned ?? {}) : user;
  const { name, displayName, emails, ...described } = describeUser(user, provisioned);
  return {
    schemas: [userSchema],
    id: String(user.id),
    ...described,
    ...(own && { displayName: displayName ?? own, name: { formatted: own, ...name } }),
    emails: emails ?? (email ? workAddress(email) : []),
    meta: { resourceType: 'User', created: user.createdAt.toISOString(), location: linkTo(settings, `/scim/Users/${user.id}`) },
  };
}

type Described = Omit<ScimUserShape, 'schemas' | 'id' | 'meta' | 'emails'> & Partial<Pick<ScimUserShape, 'emails'>>;

/** The user as the client described it last. Names and addresses that have changed here since take precedence. */
export function describeUser(user: User, provisioned: ProvisionedUser | null): Described {
  const { name, email } = user.deletedAt ? (provisioned ?? {}) : user;
  const { userName, emails, ...names } = provisioned?.sent ?? { userName: provisioned?.userName ?? nameOf(user) };
  const given = { userName, ...names, ...(emails && { emails: [...emails] }) };
  const isSameEmail = emailGiven(given)?.toLowerCase() === email;
  return {
    userName,
    ...(provisioned?.externalId && { externalId: provisioned.externalId }),
    ...(nameGiven(given) === (name ?? null) ? names : name && { displayName: name }),
    ...(isSameEmail ? emails && { emails: [...emails] } : email && { emails: workAddress(email) }),
    active: !user.deletedAt,
  };
}

/** The parts of the input that are stored as they are. */
export const sentIn = ({ userName, displayName, name, emails }: ScimUserInput): SentUser =>
  JSON.parse(JSON.stringify({ userName, displayName, name, emails }, (_name, value: unknown) => value ?? undefined)) as SentUser;

const workAddress = (value: string) => [{ value, type: 'work', primary: true }];

/** The user's names in this product. Throws 400 for an address that `emailOf` refuses. */
export function namesIn(input: ScimUserInput): { userName: string; email: string | null; name: string | null } {
  const email = emailGiven(input);
  return { userName: input.userName.toLowerCase(), email: email === null ? null : emailOf(email), name: nameGiven(input) };
}

type Given = Pick<ScimUserInput, 'userName' | 'displayName' | 'name' | 'emails'>;

function emailGiven({ userName, emails }: Given): string | null {
  const primary = emails?.find((each) => each.primary) ?? emails?.[0];
  return primary?.value || (userName.includes('@') ? userName : null);
}

function nameGiven({ displayName, name }: Given): string | null {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  return (displayName || name?.formatted || parts || null)?.slice(0, 255) ?? null;
}

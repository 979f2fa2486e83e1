import { nullable, validator } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { linkTo } from '../../base/link.ts';
import type { GroupShape } from '../../membership/group/group.schema.ts';
import { type GroupInput, GroupNameText } from '../../membership/group/group-rules.ts';
import type { ProvisionedUser } from '../../user/provisioned-user.ts';
import { ScimMeta } from '../client/scim-list.ts';
import type { ScimResource } from '../client/scim-patch.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const Id = Type.String({ pattern: '^[0-9]{1,9}$', maxLength: 9 });

/** Supported attributes of a SCIM group (RFC 7643 §4.2). */
export const ScimGroupInput = Type.Object({
  schemas: Type.Optional(Type.Array(Type.String())),
  displayName: GroupNameText,
  externalId: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  members: Type.Optional(nullable(Type.Array(Type.Object({ value: Id, display: Type.Optional(Type.Unknown()) }), { maxItems: 10_000 }))),
});
export type ScimGroupInput = Static<typeof ScimGroupInput>;

export const groupResource: ScimResource = { attributes: ScimGroupInput, ignored: [], check: validator(ScimGroupInput, 'scalars') };

export const ScimGroupShape = Type.Object({
  schemas: Type.Array(Type.String()),
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  displayName: Type.String(),
  members: Type.Array(Type.Object({ value: Type.String(), display: Type.String() })),
  meta: ScimMeta,
});
export type ScimGroupShape = Static<typeof ScimGroupShape>;

export const scimGroupParams = Type.Object({ groupId: Type.Integer({ minimum: 0, maximum: 2_147_483_647, 'x-not-found': 'group' }) });

/** A group with the provisioning client's id for it. */
export interface ScimGroup {
  readonly group: GroupShape;
  readonly externalId: string | undefined;
  readonly inactive: readonly ProvisionedUser[];
}

export function serializeScimGroup({ group, externalId, inactive }: ScimGroup, settings: Settings): ScimGroupShape {
  const { id, name, users, createdAt } = group;
  return {
    schemas: [groupSchema],
    id: String(id),
    ...(externalId !== undefined && { externalId }),
    displayName: name,
    members: [
      ...users.map(({ user }) => ({ value: String(user.id), display: user.email ?? user.username ?? '' })),
      ...inactive.map(({ userId, userName }) => ({ value: String(userId), display: userName })),
    ],
    meta: { resourceType: 'Group', created: createdAt, location: linkTo(settings, `/scim/Groups/${id}`) },
  };
}

/** The group as input of the administrators' routes, which leaves roles, description and mappings unchanged. */
export const groupIn = ({ displayName, members }: ScimGroupInput) =>
  ({
    name: displayName,
    users: [...new Set((members ?? []).map(({ value }) => Number(value)))].map((id) => ({ user: { id } })),
  }) satisfies GroupInput;

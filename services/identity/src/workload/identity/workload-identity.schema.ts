import { DateTime, nullable, RowId } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { userParams } from '../../account/user/user-admin.schema.ts';
import { claimCharacters, claimValues } from './claim-rules.ts';
import type { Workload } from './workload-identity.ts';

export const workloadParams = userParams;

const [minLifetimeSeconds, defaultLifetimeSeconds, maxLifetimeSeconds] = [60, 900, 3600];
const maxRoles = 100;

const fields = {
  name: Type.String({
    maxLength: 100,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]*$',
    description: 'The audience in token exchanges, and the author in events. Unique among users and service accounts.',
  }),
  issuer: Type.String({
    maxLength: 500,
    description:
      'The claim `iss` of its tokens, such as `https://token.actions.githubusercontent.com`; the base of its OpenID configuration.',
  }),
  audience: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The claim `aud` that its tokens must have, with no other audience.',
  }),
  claims: Type.Record(Type.String(), Type.Array(Type.String({ maxLength: claimCharacters }), { maxItems: claimValues }), {
    description:
      'Allowed values for each claim; one must match. In a value, `*` matches any characters except `/` and `:`, and `**` matches any characters.',
  }),
  project: Type.String({ maxLength: 100, description: 'The project the identity can access. It cannot change.' }),
  roles: Type.Array(RowId, { maxItems: maxRoles, description: 'The ids of its roles in the project.' }),
};

/** Input of administrators for a workload identity. */
export const WorkloadIdentityInput = Type.Object({
  ...fields,
  tokenLifetimeSeconds: Type.Optional(
    Type.Integer({ minimum: minLifetimeSeconds, maximum: maxLifetimeSeconds, default: defaultLifetimeSeconds }),
  ),
  enabled: Type.Optional(Type.Boolean({ default: true })),
});
export type WorkloadIdentityInput = Static<typeof WorkloadIdentityInput>;

/** Values of omitted properties. */
export const workloadDefaults = { tokenLifetimeSeconds: defaultLifetimeSeconds, enabled: true } as const;

export const WorkloadIdentityShape = Type.Object({
  id: Type.Integer(),
  ...fields,
  tokenLifetimeSeconds: Type.Integer(),
  enabled: Type.Boolean(),
  createdAt: DateTime,
  seenAt: nullable(DateTime),
});
export type WorkloadIdentityShape = Static<typeof WorkloadIdentityShape>;

export function serializeWorkload(workload: Workload): WorkloadIdentityShape {
  const { user, identity } = workload;
  return {
    ...workloadFact(workload),
    project: identity.projectId,
    createdAt: user.createdAt.toISOString(),
    seenAt: user.seenAt?.toISOString() ?? null,
  };
}

/** The identity as in events. */
export function workloadFact({ user, identity, roles }: Workload) {
  const { issuer, audience, claims, tokenLifetimeSeconds, enabled } = identity;
  const ofRules = Object.fromEntries(Object.entries(claims).map(([name, values]) => [name, [...values]]));
  return {
    id: user.id,
    name: user.username ?? '',
    issuer,
    audience,
    claims: ofRules,
    roles: roles.toSorted((one, other) => one - other),
    tokenLifetimeSeconds,
    enabled,
  };
}

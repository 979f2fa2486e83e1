import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { userParams } from '../../account/user/user-admin.schema.ts';
import type { Workload } from './workload-identity.ts';

export const workloadParams = userParams;

const [minLifetimeSeconds, defaultLifetimeSeconds, maxLifetimeSeconds] = [60, 900, 3600];
const maxRoles = 100;

const fields = {
  name: Type.String({
    maxLength: 100,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]*$',
    description: 'What the exchange of tokens names as its audience, and events as who acted. No user or service account has the same.',
  }),
  issuer: Type.String({
    maxLength: 500,
    description:
      'The claim `iss` of its tokens, such as `https://token.actions.githubusercontent.com`: below it lies its OpenID configuration.',
  }),
  audience: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The claim `aud` that its tokens must have, and no other beside it.',
  }),
  claims: Type.Record(Type.String(), Type.Array(Type.String()), {
    description:
      'For each claim, the values of which it must have one. In a value, `*` stands for any characters but `/` and `:`, and `**` for any characters at all.',
  }),
  project: Type.String({ maxLength: 100, description: 'The project that it works in. It stays the same.' }),
  roles: Type.Array(Type.Integer(), { maxItems: maxRoles, description: 'The ids of the roles that it holds there.' }),
};

/** What administrators say of a workload identity. */
export const WorkloadIdentityInput = Type.Object({
  ...fields,
  tokenLifetimeSeconds: Type.Optional(
    Type.Integer({ minimum: minLifetimeSeconds, maximum: maxLifetimeSeconds, default: defaultLifetimeSeconds }),
  ),
  enabled: Type.Optional(Type.Boolean({ default: true })),
});
export type WorkloadIdentityInput = Static<typeof WorkloadIdentityInput>;

/** What is meant where it is left out. */
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

export function presentWorkload(workload: Workload): WorkloadIdentityShape {
  const { user, identity } = workload;
  return {
    ...workloadFact(workload),
    project: identity.projectId,
    createdAt: user.createdAt.toISOString(),
    seenAt: user.seenAt?.toISOString() ?? null,
  };
}

/** The identity as events carry it. */
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

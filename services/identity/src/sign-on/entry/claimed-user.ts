import type { Admission } from '../../tables/sign-on-setting.ts';

/** A user as asserted by an identity provider. */
export interface ClaimedUser {
  readonly email: string;
  /** Null if the provider gives none. */
  readonly name: string | null;
  /** Names of the provider's groups; null if groups are not synchronized, or the provider gives none. */
  readonly groups: readonly string[] | null;
}

/** Names of groups at the configured path in the provider's claims; null if there is no path or no such claim. */
export function groupsIn(claims: unknown, { enableGroupSyncing, groupJsonPath }: Admission): string[] | null {
  if (!enableGroupSyncing || !groupJsonPath) return null;
  const found = Object.hasOwn(Object(claims) as object, groupJsonPath)
    ? (claims as Record<string, unknown>)[groupJsonPath]
    : groupJsonPath
        .split('.')
        .reduce<unknown>(
          (inner, name) =>
            inner !== null && typeof inner === 'object' && Object.hasOwn(inner, name)
              ? (inner as Record<string, unknown>)[name]
              : undefined,
          claims,
        );
  const names = [found].flat().filter((name) => typeof name === 'string');
  return found === undefined ? null : names;
}

/** Returns whether a user may be created for the address. Configured domains exclude all others. */
export function isAdmitted(email: string, { autoCreate, emailDomains = '' }: Admission): boolean {
  const domains = emailDomains
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter(Boolean);
  const [, domain = ''] = /@([^@]+)$/.exec(email) ?? [];
  return autoCreate === true && (domains.length === 0 || domains.includes(domain.toLowerCase()));
}

import type { Admission } from '../../tables/sign-on-setting.ts';

/** Whom an identity provider vouches for. */
export interface ClaimedUser {
  readonly email: string;
  /** Null where the provider does not say. */
  readonly name: string | null;
  /** Names of groups of the provider; null where groups are not synchronised, or the provider says nothing of them. */
  readonly groups: readonly string[] | null;
}

/** The names of groups at the path that the settings name, in what a provider says; null where there are none to go by. */
export function groupsIn(said: unknown, { enableGroupSyncing, groupJsonPath }: Admission): string[] | null {
  if (!enableGroupSyncing || !groupJsonPath) return null;
  const found = Object.hasOwn(Object(said) as object, groupJsonPath)
    ? (said as Record<string, unknown>)[groupJsonPath]
    : groupJsonPath
        .split('.')
        .reduce<unknown>(
          (inner, name) =>
            inner !== null && typeof inner === 'object' && Object.hasOwn(inner, name)
              ? (inner as Record<string, unknown>)[name]
              : undefined,
          said,
        );
  const names = [found].flat().filter((name) => typeof name === 'string');
  return found === undefined ? null : names;
}

/** Whether a user may be created for the address: where domains are named, for these alone. */
export function isAdmitted(email: string, { autoCreate, emailDomains = '' }: Admission): boolean {
  const domains = emailDomains
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter(Boolean);
  const [, domain = ''] = /@([^@]+)$/.exec(email) ?? [];
  return autoCreate === true && (domains.length === 0 || domains.includes(domain.toLowerCase()));
}

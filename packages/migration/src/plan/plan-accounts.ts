import type { Snapshot, SourceToken, SourceUser } from '../source/snapshot.ts';
import type { Findings } from './plan.ts';
import { isOutside, type Known } from './rules.ts';

/** Decides about tokens and users. */
export function planAccounts(findings: Findings, { tokens, accounts }: Snapshot, known: Known): Pick<Snapshot, 'tokens' | 'accounts'> {
  const users = findings.keep('user', accounts.users, {
    name: nameOf,
    skipped: ({ username, email }) => ((username ?? email) ? undefined : 'It has neither a username nor an email address.'),
    adapted: ({ passwordHash, isService }) =>
      passwordHash === null && !isService ? 'Its password cannot be imported: send the user a link to set a new one.' : undefined,
  });
  const ids = new Set(users.map(({ id }) => id));
  const personalTokens = findings.keep('personal token', accounts.personalTokens, {
    name: ({ description }) => description,
    skipped: ({ userId }) => (ids.has(userId) ? undefined : 'Its owner is not imported.'),
    adapted: ({ expiresAt }) => (expiresAt === null ? 'It does not expire; here, it does.' : undefined),
  });
  const named = { name: ({ name }: { name: string }) => name };
  return {
    tokens: findings.keep('token', tokens, { name: ({ tokenName }) => tokenName, skipped: (token) => whyNot(token, known) }),
    accounts: {
      users,
      personalTokens,
      roles: findings.keep('role', accounts.roles, named),
      groups: findings.keep('group', accounts.groups, named),
      grants: findings.keep('role in a project', accounts.grants, {
        name: ({ project, role }) => `${role} in ${project}`,
        skipped: ({ project, userId }) =>
          isOutside('project', project, known.projects) ?? (userId === null || ids.has(userId) ? undefined : 'Its user is not imported.'),
      }),
    },
  };
}

const nameOf = ({ username, email, name, id }: SourceUser): string => username ?? email ?? name ?? String(id);

function whyNot({ secret, hash, type, environment, projects }: SourceToken, known: Known): string | undefined {
  if (secret === null && hash === null) return 'The source does not return its secret. Use --database.';
  if (type !== 'admin' && environment === '*')
    return 'It is valid in all environments, which is not supported. Create one per environment.';
  const outside = projects.map((project) => isOutside('project', project, known.projects)).find((reason) => reason !== undefined);
  return isOutside('environment', environment, known.environments) ?? outside;
}

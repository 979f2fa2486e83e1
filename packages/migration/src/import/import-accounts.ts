import { importGrants, importGroups, importRoles } from './import-roles.ts';
import type { SourceAccounts, SourcePersonalToken, SourceUser } from '../source/snapshot.ts';
import { about, inChunks, type Target } from './target.ts';

/** Imports users and all that belongs to them. Returns ids in the target by ids in the source. */
export async function importAccounts(target: Target, accounts: SourceAccounts): Promise<ReadonlyMap<number, number>> {
  await importRoles(target, accounts.roles);
  const userIds = await importUsers(target, accounts.users);
  const groupIds = await importGroups(target, accounts.groups, userIds);
  await importGrants(target, accounts.grants, { userIds, groupIds });
  await importPersonalTokens(target, accounts.personalTokens, userIds);
  return userIds;
}

async function importUsers({ api, report }: Target, users: readonly SourceUser[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  await inChunks(users, async (chunk) => {
    const body = { users: chunk.map(userOf) };
    const imported = await about('The users', api.post<{ users: { id: number }[] }>('/api/admin/migration/users', body));
    for (const [index, { id }] of chunk.entries()) ids.set(id, imported.users[index]?.id ?? 0);
  });
  report(`${users.length} users`);
  return ids;
}

const userOf = ({ username, email, name, passwordHash, rootRole, isService, createdAt, seenAt }: SourceUser) => ({
  ...(username ? { username } : {}),
  ...(email ? { email } : {}),
  ...(name ? { name } : {}),
  ...(isService ? { isService } : { passwordHash }),
  rootRole,
  createdAt,
  seenAt,
});

async function importPersonalTokens(
  { api, report }: Target,
  tokens: readonly SourcePersonalToken[],
  userIds: ReadonlyMap<number, number>,
): Promise<void> {
  await inChunks(tokens, async (chunk) => {
    const body = { tokens: chunk.map(({ userId, ...token }) => ({ ...token, userId: userIds.get(userId) })) };
    await about('The personal tokens', api.post('/api/admin/migration/personal-tokens', body));
  });
  report(`${tokens.length} personal tokens`);
}

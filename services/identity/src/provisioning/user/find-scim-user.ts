import { sql, type SqlBool } from 'kysely';
import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { ProvisionedUser } from '../../user/provisioned-user.ts';
import { User } from '../../user/user.ts';
import type { ScimFilter } from '../client/scim-filter.ts';
import { mayEqual } from '../client/scim-list.ts';

/** A user as SCIM sees it; `provisioned` is null for users created by administrators. */
export interface Provisioned {
  readonly user: User;
  readonly provisioned: ProvisionedUser | null;
}

/** Throws 404 if the user does not exist. Deactivated users exist. */
export async function findScimUser(em: EntityManager, id: number): Promise<Provisioned> {
  const user = await em.findOne(User, { id, kind: 'user' });
  const provisioned = await em.findOne(ProvisionedUser, { userId: id });
  if (!user || (user.deletedAt && provisioned?.active !== false)) throw new Failure('NotFoundError', `There is no user ${id}.`);
  return { user, provisioned };
}

interface NamedUser extends Provisioned {
  /** All names that the client may know the user by. */
  readonly names: readonly string[];
}

/** These users in the order of their ids, with their names here and in the directory. */
export async function readScimUsers(em: EntityManager, ids: readonly number[]): Promise<NamedUser[]> {
  const users = await em.find(User, { id: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  const provisioned = new Map((await em.find(ProvisionedUser, { userId: { $in: [...ids] } })).map((each) => [each.userId, each]));
  return users.map((user) => {
    const own = provisioned.get(user.id) ?? null;
    return { user, provisioned: own, names: [own?.userName, user.email, user.username].filter((name) => typeof name === 'string') };
  });
}

/** Users that the client can see. */
export const visibleUsers = (em: EntityManager) =>
  tablesOf(em)
    .selectFrom('user')
    .leftJoin('provisioned_user', 'provisioned_user.user_id', 'user.id')
    .where('user.kind', '=', 'user')
    .where((where) => where.or([where('user.deleted_at', 'is', null), where('provisioned_user.active', '=', 0)]));

/** Ids of the visible users that may fulfill all these conditions. Conditions on other attributes select nothing. */
export async function candidatesFor(em: EntityManager, required: ScimFilter['required']): Promise<number[]> {
  const selected = required.reduce((query, [attribute, value]) => {
    if (attribute === 'externalid') return query.where('provisioned_user.external_id', '=', value);
    if (attribute === 'id') return query.where('user.id', '=', /^\d{1,9}$/.test(value) ? Number(value) : -1);
    if (attribute === 'emails.value') return query.where(mayHaveAddress(value));
    if (attribute !== 'username') return query;
    return query.where((where) =>
      where.or([where('provisioned_user.user_name', '=', value), where('user.email', '=', value), mayEqual('user.username', value)]),
    );
  }, visibleUsers(em));
  return (await selected.select('user.id').orderBy('user.id').execute()).map(({ id }) => id);
}

/** The notation of the client may contain further addresses. */
const mayHaveAddress = (value: string) =>
  sql<SqlBool>`(user.email = ${value} or provisioned_user.email = ${value} or instr(lower(provisioned_user.sent), ${JSON.stringify(value).slice(1, -1)}) > 0)`;

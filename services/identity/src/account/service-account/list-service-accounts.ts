import { route } from '@signalbox/kit';
import { readRootRoles } from '../../access/role/role.ts';
import { serializeRole } from '../../access/role/role.schema.ts';
import { PersonalToken } from '../../tables/token.ts';
import { serializePersonalToken } from '../../credential/personal-token/personal-token.schema.ts';
import { User } from '../../user/user.ts';
import { serviceAccountsOnly } from './service-account.ts';
import { serializeServiceAccount, ServiceAccountsShape } from './service-account.schema.ts';

export const listServiceAccountsRoute = route(
  {
    method: 'get',
    path: '/api/admin/service-account',
    summary: 'List service accounts with their root roles and tokens, without secrets',
    permission: 'ADMIN',
    answers: { 200: ServiceAccountsShape },
    failures: [],
  },
  async (_input, { em }) => {
    const accounts = await em.find(User, serviceAccountsOnly, { orderBy: { id: 'asc' } });
    const tokens = await em.find(PersonalToken, { userId: { $in: accounts.map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
    const byOwner = Map.groupBy(tokens, ({ userId }) => userId);
    const referenced = new Set(accounts.map(({ rootRole }) => rootRole));
    return {
      serviceAccounts: accounts.map((account) => ({
        ...serializeServiceAccount(account),
        tokens: (byOwner.get(account.id) ?? []).map(serializePersonalToken),
      })),
      rootRoles: (await readRootRoles(em)).filter(({ id }) => referenced.has(id)).map(serializeRole),
    };
  },
);

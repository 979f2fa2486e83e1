import { route } from '@signalbox/kit';
import { containsText } from '@signalbox/table';
import { type Expression, sql, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { previewUser, UserPreview } from '../../user/user.schema.ts';

const minCharacters = 2;
const maxUsers = 100;

export const searchUsersRoute = route(
  {
    method: 'get',
    path: '/api/admin/user-admin/search',
    summary: 'Search users by part of the name, or by the start of the username or email address',
    permission: 'authenticated',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 255, description: 'At least two characters; shorter queries return no users.' })),
    }),
    answers: { 200: Type.Object({ users: Type.Array(UserPreview) }) },
    failures: [],
  },
  async ({ query: { q = '' } }, { em }) => {
    if (q.length < minCharacters) return { users: [] };
    const rows = await tablesOf(em)
      .selectFrom('user')
      .select(['id', 'name', 'username', 'email'])
      .where('kind', '=', 'user')
      .where('deleted_at', 'is', null)
      .where((row) => row.or([containsText(row.ref('name'), q), beginsWith(row.ref('username'), q), beginsWith(row.ref('email'), q)]))
      .orderBy('id')
      .limit(maxUsers)
      .execute();
    return { users: rows.map((row) => previewUser({ ...row, kind: 'user' })) };
  },
);

/** Ignores case. */
const beginsWith = (text: Expression<string | null>, part: string) => sql<SqlBool>`instr(lcase(${text}), lcase(${part})) = 1`;

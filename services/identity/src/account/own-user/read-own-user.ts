import type { Right } from '@signalbox/contracts';
import { Reply, route } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { Type } from 'typebox';
import { serializeUser, UserShape } from '../../user/user.schema.ts';
import { findOwnUser } from './own-user.ts';

const GrantedRight = Type.Object({
  permission: Type.String(),
  project: Type.Optional(Type.String()),
  environment: Type.Optional(Type.String()),
});

export const readOwnUserRoute = route(
  {
    method: 'get',
    path: '/api/admin/user',
    summary: 'Get the current user with permissions',
    permission: 'authenticated',
    answers: {
      200: Type.Object({
        user: UserShape,
        permissions: Type.Array(GrantedRight),
        feedback: Type.Array(Type.Unknown()),
        splash: Type.Object({}),
      }),
    },
    failures: ['NoAccessError', 'AuthenticationRequired'],
  },
  async (_input, context) => {
    const user = serializeUser(await findOwnUser(context));
    const body = { user, permissions: distinct(context.access.rightsOf(context.actor)), feedback: [], splash: {} };
    return new Reply(body, { headers: { 'cache-control': 'no-store' } });
  },
);

/** Several roles may give the same right. */
function distinct(rights: readonly Right[]): Right[] {
  const byScope = new Map(rights.map((right) => [compositeKey(right.permission, right.project, right.environment), right]));
  return [...byScope.values()];
}

import { Failure, type Principal, type Right } from '@signalbox/contracts';
import { compositeKey, type ReadContext, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { User } from '../../user/user.ts';
import { presentUser, UserShape } from '../../user/user.schema.ts';

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
    const user = presentUser(await readOwnUser(context));
    const body = { user, permissions: distinct(context.access.rightsOf(context.actor)), feedback: [], splash: {} };
    return new Reply(body, { headers: { 'cache-control': 'no-store' } });
  },
);

/** The user who asks. An API token belongs to no user: 403. */
async function readOwnUser({ em, actor }: Pick<ReadContext, 'em' | 'actor'>): Promise<User> {
  refuseToken(actor);
  const user = await em.findOne(User, { id: actor.id ?? 0, deletedAt: null });
  if (!user) throw new Failure('AuthenticationRequired', 'This user does not exist any longer. Log in as another one.');
  return user;
}

function refuseToken(actor: Principal): void {
  if (actor.kind !== 'api-token') return;
  throw new Failure('NoAccessError', 'An API token belongs to no user: log in to see who you are.', { extra: { permissions: [] } });
}

/** The same right may come from several roles. */
function distinct(rights: readonly Right[]): Right[] {
  const byScope = new Map(rights.map((right) => [compositeKey(right.permission, right.project, right.environment), right]));
  return [...byScope.values()];
}

import { DateTime, Failure } from '@signalbox/contracts';
import { changesNothing, type OpenContext, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { findSessionUser } from '../../account/own-user/own-user.ts';
import { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import { readUserCode, userCodeHash } from '../device/user-code.ts';
import type { GrantLimits } from '../client/grant-limits.ts';

export const UserCode = Type.String({ minLength: 1, maxLength: 50, description: 'The code that the command line shows.' });

/** Codes that a user may type in ten minutes. */
const maxCodes = 20;

export const findDeviceRoute = routeWith<GrantLimits>()(
  {
    method: 'post',
    path: '/api/admin/user/devices/check',
    summary: 'Get the machine that waits for this code',
    permission: 'authenticated',
    body: Type.Object({ userCode: UserCode }),
    answers: {
      200: Type.Object({
        userCode: Type.String({ description: 'The code as the command line shows it.' }),
        host: Type.String({ description: 'The name of the machine, as it reports it.' }),
        address: Type.String({ description: 'The address that its request came from.' }),
        createdAt: DateTime,
        expiresAt: DateTime,
      }),
    },
    failures: ['AuthenticationRequired', 'NoAccessError', 'NotFoundError', 'RateLimitError'],
    ...changesNothing,
  },
  async ({ body }, context) => {
    const userCode = await typedCode(context, body.userCode);
    const { host, address, createdAt, expiresAt } = await findPending(context, userCode);
    return { userCode, host, address, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  },
);

/** Returns the code as it is shown. Counts it, because a person who guesses codes must not find a machine of somebody else. */
export async function typedCode(context: OpenContext<GrantLimits>, typed: string): Promise<string> {
  const { user } = await findSessionUser(context);
  await context.state.limitGrants(`codes of user ${user.id}`, maxCodes);
  const userCode = readUserCode(typed);
  if (userCode === null) throw noDevice();
  return userCode;
}

/** Throws 404 if no machine waits for this code. */
export async function findPending({ em, now }: Pick<OpenContext, 'em' | 'now'>, userCode: string): Promise<AuthorizationGrant> {
  const grant = await em.findOne(AuthorizationGrant, { userCodeHash: userCodeHash(userCode), state: 'pending', expiresAt: { $gt: now() } });
  if (!grant) throw noDevice();
  return grant;
}

export const noDevice = (): Failure =>
  new Failure('NotFoundError', 'No login waits for this code. It may be mistyped, expired or already used: start the login again.');

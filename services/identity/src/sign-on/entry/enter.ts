import { Failure, type Principal, systemFor } from '@signalbox/contracts';
import type { Context, Request, Settings } from '@signalbox/kit';
import { readPrincipal } from '../../access/grant/group.ts';
import { createUser } from '../../account/user/create-user.ts';
import { updateUser } from '../../account/user/update-user.ts';
import { claimRevision } from '../../base/revision.ts';
import { endAccess } from '../../credential/end-access.ts';
import { isFactorRequired } from '../../credential/factor/factor-policy.ts';
import { factorsOf, forgetFactors } from '../../credential/factor/factors-of-user.ts';
import { forgetBrowsers } from '../../credential/log-in/known-browser.ts';
import { noteLogIn } from '../../credential/log-in/log-in-history.ts';
import { beginLogIn } from '../../credential/session/pending-log-in.ts';
import { cookieFor, type Opening, openSession } from '../../credential/session/session.ts';
import { withdrawResetTokens } from '../../credential/link/reset-token.ts';
import { recordCredentials } from '../../user/record-credentials.ts';
import { emailOf } from '../../user/user-rules.ts';
import { refuseDeactivated } from '../../user/provisioned-user.ts';
import { findByEmail, lockUser, type User } from '../../user/user.ts';
import { type ClaimedUser, isAdmitted } from './claimed-user.ts';
import { noRequestCookie, type SignOnRequest } from './request-cookie.ts';
import { syncGroups } from './sync-groups.ts';
import type { SignOn } from '../../tables/session.ts';
import type { Admission } from '../../tables/sign-on-setting.ts';

/** The actor that creates and renames users who log in through an identity provider. */
export const singleSignOn: Principal = systemFor('single sign-on');

const maxNameCharacters = 255;

/**
 * Returns the user with the asserted address, or creates one if the settings allow it (reference, identity side §2.14). Throws 403
 * otherwise.
 */
export async function admitUser(context: Context, claimed: ClaimedUser, admission: Admission): Promise<User> {
  await claimRevision(context.em);
  const user = await findOrCreate(context, claimed, admission);
  if (claimed.groups) await syncGroups(context, user.id, claimed.groups);
  return user;
}

async function findOrCreate(context: Context, claimed: ClaimedUser, admission: Admission): Promise<User> {
  const email = emailOf(claimed.email);
  const name = claimed.name?.slice(0, maxNameCharacters) || null;
  const user = await findByEmail(context.em, email);
  if (user) {
    if (user.emailUnverified) await handOver(context, user);
    return name && name !== user.name ? updateUser(context, user.id, { name }) : user;
  }
  await refuseDeactivated(context.em, email);
  if (!isAdmitted(email, admission))
    throw new Failure(
      'ForbiddenError',
      `There is no user ${email}, and automatic creation is not enabled for it. Ask an administrator for an account.`,
    );
  const rootRole = admission.defaultRootRoleId ?? (admission.defaultRootRole || 'Editor');
  return createUser(context, { email, ...(name && { name }), passwordHash: null, rootRole });
}

/** Ends all access of the person who signed up with the address: its owner has logged in. */
async function handOver(context: Context, user: User): Promise<void> {
  const { id } = user;
  user.emailUnverified = false;
  user.passwordHash = null;
  await context.em.flush(); // The row is read again when the session is opened.
  await forgetFactors(context, id);
  await forgetBrowsers(context, id);
  await withdrawResetTokens(context, id);
  await endAccess(context, id);
  recordCredentials(context, user, 'access-ended');
}

/** The return of a browser from an identity provider. */
interface Return {
  readonly begun: SignOnRequest;
  readonly signOn: SignOn;
  readonly admission: Admission;
  readonly request: Request;
  readonly settings: Settings;
}

type ReturnHeaders = Record<string, string | readonly string[]>;

/**
 * Opens a session for the user, even if the browser has one, and returns the response headers. If second factors are left to this product
 * and the user needs one, they redirect to the second step instead; its token is in the fragment, which browsers do not send to servers.
 */
export async function enterUser(context: Context, userId: number, back: Return): Promise<ReturnHeaders> {
  const { begun, signOn, admission, settings } = back;
  const user = await lockUser(context.em, userId);
  if (admission.secondFactorAtProvider !== false) return openSessionFor(context, user, back, { signOn, factor: 'of the provider' });
  const hasFactor = (await factorsOf(context.em, userId)).length > 0;
  const mustEnroll = !hasFactor && (await isFactorRequired(context.em, await readPrincipal(context.em, user)));
  if (!hasFactor && !mustEnroll) return openSessionFor(context, user, back, { signOn, factor: 'none' });
  const { token } = beginLogIn(context, userId, signOn);
  return { location: `/login#token=${token}&mustEnroll=${mustEnroll}`, 'set-cookie': noRequestCookie(begun, settings), ...notStored };
}

async function openSessionFor(context: Context, user: User, back: Return, opening: Opening): Promise<ReturnHeaders> {
  const { begun, request, settings } = back;
  const { clientAddress: address, headers } = request;
  user.loginAttempts = 0;
  user.seenAt = context.now();
  noteLogIn(context, { userId: user.id, successful: true, address });
  const session = await openSession(context, user.id, { address, browser: String(headers['user-agent'] ?? '') }, opening);
  return { location: '/', 'set-cookie': [cookieFor(session, settings), noRequestCookie(begun, settings)], ...notStored };
}

/** Responses of a sign-on are for one browser and must not be cached. */
export const notStored = { 'cache-control': 'no-store' } as const;

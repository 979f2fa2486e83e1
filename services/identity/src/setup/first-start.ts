import { roleIds } from '@signalbox/contracts';
import type { Context, Notice, OpenContext, Settings } from '@signalbox/kit';
import { publishAccess } from '../base/access-broadcast.ts';
import { claimRevision } from '../base/database/revision.ts';
import { createUser } from '../account/user/create-user.ts';
import { KnownEnvironment, KnownProject } from '../base/projection/known-scope.ts';
import { ensureSigningKey } from '../access/signing/signing-key.ts';
import { initAdminPassword, initAdminUsername } from '../base/settings.ts';
import { createInitialTokens } from '../credential/token/initial-tokens.ts';
import { hashPassword, newPassword } from '../credential/password/password.ts';
import { User } from '../user/user.ts';

/**
 * What a fresh instance needs to be used at all: a key to sign with, somebody who may log in, the tokens of the
 * settings. Each is made only where it is missing. Several processes may start at once: the counter's lock makes them
 * take turns. Tells how to log in: a password that was made up is stored nowhere else, and told this once.
 */
export async function prepare(context: OpenContext, settings: Settings, tell: (notice: Notice) => void): Promise<void> {
  const isFresh = (await context.em.count(User)) === 0;
  const username = settings.get(initAdminUsername);
  const given = settings.get(initAdminPassword);
  const password = given ?? newPassword();
  const passwordHash = isFresh ? await hashPassword(password) : null;
  const created = await context.write(async (work) => {
    await claimRevision(work.em);
    await ensureSigningKey(work);
    await storeDefaultScope(work);
    await createInitialTokens(work, settings);
    return passwordHash !== null && createFirstAdministrator(work, username, passwordHash);
  });
  const isMadeUp = created && given === null;
  const login = isMadeUp
    ? `${username} / ${password}   (shown this once)`
    : `${username}, with the password of the first start or INIT_ADMIN_PASSWORD`;
  tell({ label: 'Log in', text: login, ...(created && { logIn: { username, password } }) });
}

/** The default data of toggles, so that tokens for it can be made before the first event arrives. */
async function storeDefaultScope(context: Context): Promise<void> {
  const { em } = context;
  if ((await em.count(KnownEnvironment)) > 0) return;
  em.create(KnownProject, { id: 'default', mode: 'open' });
  for (const name of ['default', 'development', 'production']) em.create(KnownEnvironment, { name });
  await em.flush();
  publishAccess(context, []);
}

async function createFirstAdministrator(context: Context, username: string, passwordHash: string): Promise<boolean> {
  if ((await context.em.count(User)) > 0) return false;
  await createUser(context, { username, passwordHash, rootRole: roleIds.admin });
  return true;
}

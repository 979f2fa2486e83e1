import { roleIds } from '@signalbox/contracts';
import type { Context, Notice, OpenContext, Settings } from '@signalbox/kit';
import { publishAccess } from '../base/access-broadcast.ts';
import { claimRevision } from '../base/revision.ts';
import { createUser } from '../account/user/create-user.ts';
import { KnownEnvironment, KnownProject } from '../tables/projection.ts';
import { ensureSigningKey } from '../access/state/signing-key.ts';
import { initAdminPassword, initAdminUsername } from '../base/settings.ts';
import { createInitialTokens } from '../credential/token/initial-tokens.ts';
import { hashPassword, newPassword } from '../credential/password/password.ts';
import { User } from '../user/user.ts';
import { type FirstPasswordFile, writeFirstPassword } from './first-password-file.ts';

/**
 * Prepares a new instance: creates a signing key, an administrator, and the tokens of the settings, each only if it is missing.
 * Several processes may start at once: the counter's lock serializes them. Emits a notice about logging in: a generated password is printed
 * once or written to a file, and stored nowhere else.
 */
export async function prepare(context: OpenContext, settings: Settings, notify: (notice: Notice) => void): Promise<void> {
  const isFresh = (await context.em.count(User)) === 0;
  const username = settings.get(initAdminUsername);
  const given = settings.get(initAdminPassword);
  const password = given ?? newPassword();
  const file = isFresh && given === null ? await writeFirstPassword(settings, password) : null;
  const passwordHash = isFresh ? await hashPassword(password, { clientAddress: '' }) : null;
  let created = false;
  try {
    created = await context.write((work) => prepareData(work, settings, passwordHash));
  } finally {
    if (!created) await file?.remove();
  }
  const login = created && given === null ? generated(username, password, file) : `${username}, ${knownPassword}`;
  notify({ label: 'Log in', text: login, ...(created && { logIn: { username, password } }) });
}

const knownPassword = 'with the password of the first start or INIT_ADMIN_PASSWORD';

const generated = (username: string, password: string, file: FirstPasswordFile | null) =>
  file ? `${username}, with the password in ${file.path}` : `${username} / ${password}   (shown only once)`;

/** Returns whether it created the first administrator, which requires a password hash. */
async function prepareData(work: Context, settings: Settings, passwordHash: string | null): Promise<boolean> {
  await claimRevision(work.em);
  await ensureSigningKey(work);
  await storeDefaultScope(work);
  await createInitialTokens(work, settings);
  return passwordHash !== null && createFirstAdministrator(work, settings.get(initAdminUsername), passwordHash);
}

/** The default data of toggles, so that tokens for them can be created before the first event arrives. */
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

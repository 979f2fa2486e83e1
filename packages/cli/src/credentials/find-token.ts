import type { Terminal } from '../base/terminal.ts';
import type { Settings } from '../settings/settings.ts';
import { findCiToken } from './ci-token.ts';
import { freshLogin } from './renew-login.ts';

/** A token, and where it comes from. */
export interface FoundToken {
  readonly token: string;
  readonly origin: string;
  /** ISO date, for logins. */
  readonly expiresAt?: string;
}

const textOf = (settings: Settings, name: keyof Settings): string | undefined => settings[name]?.value as string | undefined;

/** Finds the token for a server: option or variable, then the ID token of a CI job, then the stored login. Undefined if there is none. */
export async function findToken(settings: Settings, terminal: Terminal): Promise<FoundToken | undefined> {
  const { token } = settings;
  if (token) return { token: token.value as string, origin: token.origin };
  const url = textOf(settings, 'url') ?? '';
  const job = { url, identity: textOf(settings, 'identity'), idTokenFile: textOf(settings, 'idTokenFile') };
  const exchanged = await findCiToken(job, terminal);
  if (exchanged !== undefined) return { token: exchanged, origin: 'the ID token of this job' };
  const login = await freshLogin(terminal.env, { url, fetch: terminal.fetch, signal: terminal.signal });
  if (login === undefined) return undefined;
  const { token: secret, user, expiresAt } = login;
  return { token: secret, origin: `the login of ${user ?? 'this computer'}`, ...(expiresAt !== undefined && { expiresAt }) };
}

import { hostname } from 'node:os';
import { openApi } from '../api/api.ts';
import { command, type CommandSession, flagOption } from '../command/command.ts';
import { type StoredLogin, storeLogin } from '../credentials/stored-logins.ts';
import type { Server } from '../credentials/token-endpoint.ts';
import { sentenceOf } from '../output/answer.ts';
import { logInWithBrowser } from './browser-login.ts';
import { logInWithDevice } from './device-login.ts';

export const logIn = command({
  name: 'login',
  summary: 'Log in with the browser',
  description: 'The login is valid for 12 hours and renewed for up to 30 days. Your profile in the console lists it, and can revoke it.',
  options: { device: flagOption('Log in on a computer without a browser: approve a code on another one') },
  examples: [],
  async run({ device }, session) {
    const { terminal, settings } = session;
    const server: Server = { url: settings.url?.value as string, fetch: terminal.fetch, signal: terminal.signal };
    const login = device
      ? await logInWithDevice(server, hostName(), showCode(session))
      : await logInWithBrowser(server, hostName(), openPage(session));
    const user = await userOf(server, login);
    await storeLogin(terminal.env, server.url, { ...login, user });
    return sentenceOf({ url: server.url, user, expiresAt: login.expiresAt }, `You are logged in to ${server.url} as ${user}.`);
  },
});

/** The name of this computer in the list of logins. */
function hostName(): string {
  const name = hostname()
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
  return name.slice(0, 63) || 'unknown';
}

const showCode =
  ({ note }: CommandSession) =>
  (page: string, code: string): void =>
    note(`Open ${page} and enter ${code}.`);

const openPage =
  ({ note, terminal }: CommandSession) =>
  async (page: string): Promise<void> => {
    try {
      await terminal.openBrowser(page);
      note(`Approve the login in your browser. If it does not open, visit ${page}`);
    } catch {
      note(`Open this page to log in, or use --device: ${page}`);
    }
  };

async function userOf(server: Server, { token }: StoredLogin): Promise<string> {
  const { user } = await openApi({ ...server, token }).ask('GET /api/admin/user', {});
  return user.username ?? user.email ?? user.name ?? String(user.id);
}

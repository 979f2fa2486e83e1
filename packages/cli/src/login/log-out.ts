import { command } from '../command/command.ts';
import { findLogin, storeLogin } from '../credentials/stored-logins.ts';
import { postForm } from '../credentials/token-endpoint.ts';
import { sentenceOf } from '../output/answer.ts';

export const logOut = command({
  name: 'logout',
  summary: 'Revoke the login on this computer',
  examples: [{ line: 'signalbox logout', text: 'Revokes the token on the server and removes it here.' }],
  async run(_, { settings, terminal }) {
    const url = settings.url?.value as string;
    const login = await findLogin(terminal.env, url);
    if (login === undefined) return sentenceOf({ url, loggedOut: false }, `There is no login on ${url}.`);
    await postForm({ url, fetch: terminal.fetch, signal: terminal.signal }, '/auth/revoke', { token: login.refreshToken ?? login.token });
    await storeLogin(terminal.env, url, undefined);
    return sentenceOf({ url, loggedOut: true }, `You are logged out of ${url}.`);
  },
});

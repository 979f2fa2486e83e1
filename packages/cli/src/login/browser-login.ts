import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoredLogin } from '../credentials/stored-logins.ts';
import { clientId, OAuthProblem, requestToken, type Server } from '../credentials/token-endpoint.ts';

const timeoutMs = 600_000;
const randomText = (): string => randomBytes(32).toString('base64url');

/** Opens the page that approves the login. */
type Open = (page: string) => Promise<void>;

/** Logs in through the browser: authorization code with PKCE and a loopback redirect (RFC 8252). */
export async function logInWithBrowser(server: Server, host: string, open: Open): Promise<StoredLogin> {
  const [verifier, state] = [randomText(), randomText()];
  const receiver = await openReceiver(state, server.signal);
  try {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: receiver.redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
      host,
    });
    await open(`${server.url.replace(/\/+$/, '')}/authorize?${query.toString()}`);
    const fields = { code: await receiver.code, redirect_uri: receiver.redirectUri, code_verifier: verifier };
    return await requestToken(server, 'authorization_code', fields);
  } finally {
    receiver.close();
  }
}

interface Receiver {
  readonly redirectUri: string;
  readonly code: Promise<string>;
  close(): void;
}

/** Listens on this computer only, for one redirect with the expected state. */
async function openReceiver(state: string, signal: AbortSignal): Promise<Receiver> {
  const { promise: code, resolve, reject } = promiseOf<string>();
  const server = createServer((request, response) => receive(request, response, { state, resolve, reject }));
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(0, '127.0.0.1', listening));
  const timer = setTimeout(() => reject(new OAuthProblem('expired', 'Nobody approved the login within ten minutes.')), timeoutMs);
  const abort = () => reject(new Error('Interrupted.'));
  signal.addEventListener('abort', abort, { once: true });
  // The page may not even open: then nobody awaits the code.
  code.catch(() => undefined);
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    code,
    close: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function promiseOf<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((done, failed) => {
    [resolve, reject] = [done, failed];
  });
  return { promise, resolve, reject };
}

interface Outcome {
  readonly state: string;
  readonly resolve: (code: string) => void;
  readonly reject: (error: Error) => void;
}

function receive({ url = '/' }: IncomingMessage, response: ServerResponse, { state, resolve, reject }: Outcome): void {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const answer = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
  };
  // Another page in the browser may send anything to this port.
  if (pathname !== '/callback' || searchParams.get('state') !== state) return answer(404, 'Not found.');
  const code = searchParams.get('code');
  if (code !== null) {
    answer(200, 'You are logged in. You can close this window.');
    return resolve(code);
  }
  answer(200, 'The login was denied. You can close this window.');
  return reject(new OAuthProblem(searchParams.get('error') ?? '', 'The login was denied in the browser.'));
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type * as OidcProvider from 'oidc-provider';

/** A real OpenID provider on this machine that logs in any name. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Claims by name, in addition to the subject. */
  readonly claims: Map<string, Record<string, unknown>>;
  /** Changes the response of the token endpoint; null leaves it unchanged. */
  tamper: ((tokens: Record<string, string>) => Record<string, string> | Promise<Record<string, string>>) | null;
  /** The token with other claims, signed with the provider's key. */
  signAgain(token: string, claims: JWTPayload): Promise<string>;
  readonly requestedPaths: readonly string[];
  /** Logs in like a browser, and returns the address that the provider redirects to. */
  logIn(location: string, name: string): Promise<string>;
  close(): Promise<void>;
}

const hourS = 3600;
/** Without a value for each, the provider prints a notice. */
const ttl = { AccessToken: hourS, Grant: hourS, IdToken: hourS, Interaction: hourS, Session: hourS };

/** Calls `make` without the library's warnings, which are about production: its runtime, its storage and its login page. */
async function withoutWarnings<T>(make: () => Promise<T> | T): Promise<T> {
  const { warn } = console;
  Object.assign(console, { warn: () => undefined });
  try {
    return await make();
  } finally {
    Object.assign(console, { warn });
  }
}

export async function openProvider(redirectUri: string, clientSecret: string): Promise<OpenIdProvider> {
  const requestedPaths: string[] = [];
  const claims = new Map<string, Record<string, unknown>>();
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const { Provider } = await withoutWarnings(() => import('oidc-provider'));
  const options: OidcProvider.Configuration = {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: 'signalbox',
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        post_logout_redirect_uris: ['http://localhost:4242/login'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    pkce: { required: () => true },
    ttl,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...claims.get(id) }) }),
  };
  const provider = await withoutWarnings(() => new Provider(issuer, options));
  let tamper: OpenIdProvider['tamper'] = null;
  provider.use(async (context, next) => {
    await next();
    if (tamper && context.path === '/token' && context.status === 200)
      context.body = await tamper(structuredClone(context.body) as Record<string, string>);
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    requestedPaths.push(String(request.url).split('?')[0] ?? '');
    void handle(request, response);
  });
  return {
    issuer,
    claims,
    get tamper() {
      return tamper;
    },
    set tamper(change) {
      tamper = change;
    },
    signAgain: (token, changed) =>
      new SignJWT({ ...decodeJwt(token), ...changed })
        .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(token) })
        .sign(privateKey),
    requestedPaths,
    logIn: (location, name) => walk(location, name, redirectUri),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const maxSteps = 20;

/** Follows redirects and submits the provider's two forms, with its cookies. */
async function walk(start: string, name: string, end: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: string | null = null;
  for (let step = 0; step < maxSteps; step += 1) {
    if (url.startsWith(end)) return url;
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const type = form === null ? {} : { method: 'POST', body: form };
    const headers = { cookie, ...(form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) };
    const answer = await fetch(url, { ...type, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(key, value);
    }
    const location = answer.headers.get('location');
    const text = await answer.text();
    form = null;
    if (location) url = new URL(location, url).href;
    else {
      const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(text) ?? [];
      if (!action) throw new Error(`the provider returned ${answer.status}: ${text.slice(0, 500)}`);
      form = new URLSearchParams(
        text.includes('name="login"') ? { prompt: 'login', login: name, password: 'x' } : { prompt: 'consent' },
      ).toString();
      url = new URL(action, url).href;
    }
  }
  throw new Error('too many redirects by the provider');
}

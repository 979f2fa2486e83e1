import { exitCodes, Problem, unreachable } from '../base/problem.ts';
import type { StoredLogin } from './stored-logins.ts';

/** The OAuth client of the command line. It is public: it has no secret. */
export const clientId = 'signalbox-cli';

/** A server, and how to send requests to it. */
export interface Server {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** A failure of OAuth (RFC 6749, RFC 8628): `code` is its `error`. */
export class OAuthProblem extends Problem {
  readonly code: string;

  constructor(code: string, message: string) {
    super('LoginFailed', message, { exitCode: exitCodes.notPermitted });
    this.code = code;
  }
}

/** Sends a form to a login route. Throws `OAuthProblem` if the server refuses it. */
export async function postForm<T>({ url, fetch, signal }: Server, path: string, fields: Readonly<Record<string, string>>): Promise<T> {
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  const response = await fetch(url.replace(/\/+$/, '') + path, { method: 'POST', body, signal }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable(url, error);
  });
  const text = await response.text();
  const content = parse(text);
  if (response.ok) return content as T;
  const { error = '', error_description: description, message = `The server answered ${response.status}.` } = content as Refusal;
  throw new OAuthProblem(error, description ?? message);
}

interface Refusal {
  readonly error?: string;
  readonly error_description?: string;
  readonly message?: string;
}

function parse(text: string): object {
  try {
    return JSON.parse(text || '{}') as object;
  } catch {
    return {};
  }
}

interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
}

/** Requests a token with a grant. */
export async function requestToken(server: Server, grant: string, fields: Readonly<Record<string, string>>): Promise<StoredLogin> {
  const sent = Date.now();
  const answer = await postForm<TokenAnswer>(server, '/auth/token', { grant_type: grant, ...fields });
  return {
    token: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: new Date(sent + answer.expires_in * 1000).toISOString(),
  };
}

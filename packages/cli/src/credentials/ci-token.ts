import { readFile } from 'node:fs/promises';
import { decodeText } from '@signalbox/contracts/decode-text';
import { type ExitCode, exitCodes, Problem, unreachable, usageProblem } from '../base/problem.ts';
import type { Terminal } from '../base/terminal.ts';

interface Job {
  readonly url: string;
  /** Name of the workload identity on the server. */
  readonly identity: string | undefined;
  readonly idTokenFile: string | undefined;
}

/**
 * The token of a CI job: its ID token, exchanged for a short-lived token of the workload identity (RFC 8693). Undefined outside of CI jobs.
 * Neither token is written to disk.
 */
export async function findCiToken(job: Job, { env, fetch, signal }: Terminal): Promise<string | undefined> {
  const idToken = await findIdToken(job, { env, fetch, signal });
  if (idToken === undefined) return undefined;
  if (job.identity === undefined)
    throw usageProblem('CI jobs act as a workload identity: use --identity, SIGNALBOX_IDENTITY or signalbox.json.');
  const response = await fetch(`${job.url.replace(/\/+$/, '')}/auth/token/exchange`, {
    method: 'POST',
    signal,
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: idToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience: job.identity,
    }),
  }).catch((error: unknown) => {
    throw unreachable(job.url, error);
  });
  const body = (await response.json().catch(() => ({}))) as { access_token?: string; message?: string };
  if (!response.ok || body.access_token === undefined)
    throw exchangeProblem(body.message ?? `The server answered ${response.status}.`, exitCodes.notPermitted);
  return body.access_token;
}

const exchangeProblem = (message: string, exitCode: ExitCode): Problem =>
  new Problem('TokenExchangeError', `The ID token of this job was not exchanged. ${message}`, { exitCode });

async function findIdToken(
  { idTokenFile, identity, url }: Job,
  { env, fetch, signal }: Pick<Terminal, 'env' | 'fetch' | 'signal'>,
): Promise<string | undefined> {
  if (idTokenFile !== undefined)
    return (
      await readFile(idTokenFile)
        .then(decodeText)
        .catch((error: Error) => {
          throw usageProblem(`The ID token cannot be read: ${error.message}`);
        })
    ).trim();
  // Without an identity, a job of another provider may still use a stored login.
  if (identity === undefined) return undefined;
  if (env['SIGNALBOX_ID_TOKEN']) return env['SIGNALBOX_ID_TOKEN'];
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken } = env;
  if (!address || !requestToken) return undefined;
  const request = new URL(address);
  request.searchParams.set('audience', new URL(url).origin);
  const response = await fetch(request, { headers: { authorization: `Bearer ${requestToken}` }, signal });
  const { value } = (await response.json().catch(() => ({}))) as { value?: string };
  if (!response.ok || value === undefined)
    throw exchangeProblem(`GitHub answered ${response.status}: the job needs the permission id-token: write.`, exitCodes.error);
  return value;
}

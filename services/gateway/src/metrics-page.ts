import type { IncomingMessage, ServerResponse } from 'node:http';
import { loginRequired, principalHeader } from '@signalbox/contracts';
import { noAccess, type OpenParts } from '@signalbox/kit';
import type { CredentialReader } from './credentials.ts';

/** The process's metrics, for administrators only: they reveal routes, loads, failures and names of features, and the port is public. */
export const metricsPage =
  (parts: Pick<OpenParts, 'access' | 'identify' | 'metrics'>, credentials: Pick<CredentialReader, 'read'>) =>
  async (response: ServerResponse, request: IncomingMessage): Promise<void> => {
    request.headers[principalHeader] = (await credentials.read(request))?.principal;
    const principal = await parts.identify(request);
    if (principal.kind === 'anonymous') throw loginRequired();
    if (!parts.access.allows(principal, ['ADMIN'])) throw noAccess(['ADMIN'], {});
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'private, no-store' };
    response.writeHead(200, headers).end(await parts.metrics());
  };

import type { ReadContext } from '@signalbox/kit';
import { oauthFailure } from '../../base/oauth-failure.ts';
import { clientId } from './client.ts';
import { readClient, type RegisteredClient, validDays } from './registered-client.ts';

/** Returns the client of a token request: null for the command line. Throws 400 for any other than a registered one. */
export async function clientOfRequest(context: Pick<ReadContext, 'em' | 'now'>, id: string | undefined): Promise<RegisteredClient | null> {
  if (id === undefined) throw oauthFailure('invalid_request', 'client_id is required.', { path: 'client_id' });
  if (id === clientId) return null;
  const client = await readClient(context, id);
  if (client) return client;
  const known = `client_id must be ${clientId} or the id of a registered client, which is valid for ${validDays} days.`;
  throw oauthFailure('invalid_client', known, { path: 'client_id' });
}

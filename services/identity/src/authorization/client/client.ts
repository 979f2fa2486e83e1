import { Type } from 'typebox';
import { oauthFailure } from '../../base/oauth-failure.ts';

/** The command line, which has no secret (RFC 8252 §8.4). All other clients are agents. */
export const clientId = 'signalbox-cli';

/** Lifetime of a code that waits for approval, or of a device. */
export const deviceSeconds = 600;

/** Form fields that all requests of the command line share. All are optional in schemas, so that refusals have OAuth's error codes. */
export const clientFields = {
  client_id: Type.Optional(Type.String({ description: `\`${clientId}\`, or the id of a registered client.` })),
};

/** A name without blanks or punctuation, because people read it before they approve. */
const hostPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$';
export const Host = Type.String({ pattern: hostPattern, maxLength: 63, description: 'The name of the machine that logs in.' });

/** Throws 400 for other clients. */
export function refuseOtherClients(id: string | undefined): void {
  if (id === undefined) throw oauthFailure('invalid_request', 'client_id is required.', { path: 'client_id' });
  if (id !== clientId) throw oauthFailure('invalid_client', `client_id must be ${clientId}.`, { path: 'client_id' });
}

/** Returns the field. Throws 400 without it. */
export function required<Name extends string>(body: { readonly [name in Name]?: string }, name: Name): string {
  const value = body[name];
  if (value === undefined || value === '') throw oauthFailure('invalid_request', `${name} is required.`, { path: name });
  return value;
}

/** Returns the name of the machine. Throws 400 without a valid one. */
export function hostIn(body: { readonly host?: string }): string {
  const host = required(body, 'host');
  if (new RegExp(hostPattern).test(host)) return host;
  throw oauthFailure(
    'invalid_request',
    'host must have 1 to 63 letters, digits, dots, dashes or underscores, and start with a letter or digit.',
    {
      path: 'host',
    },
  );
}

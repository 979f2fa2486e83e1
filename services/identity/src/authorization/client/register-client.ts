import { Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { registerClient, RedirectUri } from './registered-client.ts';

const maxRedirects = 5;
const nameLength = 40;

const Fixed = {
  grant_types: Type.Array(Type.String()),
  response_types: Type.Array(Type.String()),
  token_endpoint_auth_method: Type.String(),
};

export const registerAgentClientRoute = route(
  {
    method: 'post',
    path: '/auth/register',
    summary: 'Register the client of an agent (RFC 7591); nothing is stored, and the id is valid for 90 days',
    permission: 'public',
    body: Type.Object(
      {
        client_name: Type.Optional(Type.String({ maxLength: 200 })),
        redirect_uris: Type.Array(RedirectUri, { minItems: 1, maxItems: maxRedirects }),
      },
      { description: 'Other metadata is ignored (RFC 7591 §2): all clients are public and use authorization codes with PKCE.' },
    ),
    answers: {
      201: Type.Object({
        client_id: Type.String(),
        client_id_issued_at: Type.Integer(),
        client_name: Type.String(),
        redirect_uris: Type.Array(Type.String()),
        ...Fixed,
      }),
    },
    failures: ['BadDataError'],
    events: { none: 'because nothing is stored' },
    transaction: { none: 'because nothing is stored', repetitions: 'refused' },
  },
  async ({ body: { client_name: called = '', redirect_uris: redirectUris } }, context) => {
    const name = plainName(called);
    const answer = {
      client_id: await registerClient(context, { name, redirectUris }),
      client_id_issued_at: Math.floor(context.now().getTime() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    return new Reply(answer, { headers: { 'cache-control': 'no-store' } });
  },
);

/** The name without characters that could make it a message to the person who approves it. */
const plainName = (called: string): string =>
  called
    .replace(/[^A-Za-z0-9._()-]+/g, ' ')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, nameLength)
    .trimEnd() || 'Agent';

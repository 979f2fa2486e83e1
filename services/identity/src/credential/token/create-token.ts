import { apiTokenCreated, DateTime, Failure, nullable, type TokenType, tokenTypes } from '@signalbox/contracts';
import { type Context, noAccess, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { refuseWithoutProof } from '../factor/refuse-without-proof.ts';
import { allowsToken, permissionFor, permissionsFor } from './api-token.ts';
import { ApiTokenShape, serializeToken } from './api-token.schema.ts';
import { type IssuedApiToken, storeNewToken, type TokenInput } from './store-token.ts';
import { futureExpiry, refuseScope, refuseUnknownScope } from './token-rules.ts';

const TokenName = Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S(.*\\S)?$' });

/** Request body for a token whose projects are given. */
export const CreateTokenOfProject = Type.Object({
  tokenName: Type.Optional(TokenName),
  /** Deprecated: the same as tokenName. */
  username: Type.Optional(TokenName),
  type: Type.String(),
  environment: Type.Optional(Type.String()),
  expiresAt: Type.Optional(nullable(DateTime)),
});

const CreateToken = Type.Object({
  ...CreateTokenOfProject.properties,
  project: Type.Optional(Type.String()),
  projects: Type.Optional(Type.Array(Type.String())),
});
type CreateToken = Static<typeof CreateToken>;

export const createTokenRoute = route(
  {
    method: 'post',
    path: '/api/admin/api-tokens',
    summary: 'Create an API token; only this response contains its secret',
    permission: permissionsFor('CREATE'),
    body: CreateToken,
    holdsSecret: true,
    answers: { 201: ApiTokenShape },
    headers: { Location: 'The URL of the list of API tokens.' },
    failures: ['BadDataError', 'NoAccessError', 'StepUpRequired'],
    events: [apiTokenCreated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const { token, secret } = await context.write((work) => createToken(work, body));
    return new Reply(serializeToken(context, token, secret), { headers: { location: 'api-tokens', 'cache-control': 'no-store' } });
  },
);

/** Checks the permission here, because it depends on the type of the token. */
function createToken(context: Context, body: CreateToken): Promise<IssuedApiToken> {
  const type = typeOf(body.type);
  if (!allowsToken(context, 'CREATE', type)) throw noAccess([permissionFor('CREATE', type)]);
  return issueToken(context, body, projectsOf(body));
}

/** Issues the requested token for an authorized caller. */
export async function issueToken(
  context: Context,
  described: Static<typeof CreateTokenOfProject>,
  projects: readonly string[],
): Promise<IssuedApiToken> {
  const type = typeOf(described.type);
  const input: TokenInput = {
    type,
    name: nameOf(described),
    environment: described.environment ?? (type === 'admin' ? '*' : 'development'),
    projects,
    expiresAt: described.expiresAt ? futureExpiry(described.expiresAt, context.now()) : null,
  };
  refuseScope(input);
  if (type === 'admin') await refuseWithoutProof(context); // Admin tokens can create administrators without a second factor.
  await refuseUnknownScope(context, input);
  return storeNewToken(context, input);
}

/** Later versions of the reference system call client tokens `backend`. */
function typeOf(given: string): TokenType {
  const name = given.toLowerCase();
  const type = name === 'backend' ? 'client' : tokenTypes.find((known) => known === name);
  if (!type)
    throw new Failure('BadDataError', `type must be one of ${tokenTypes.join(', ')}; got ${given.slice(0, 100)}`, { path: 'type' });
  return type;
}

function nameOf({ tokenName, username }: Static<typeof CreateTokenOfProject>): string {
  if (tokenName !== undefined && username !== undefined)
    throw new Failure('BadDataError', 'tokenName and username are the same property. Send only tokenName.', { path: 'tokenName' });
  const name = tokenName ?? username;
  if (name === undefined) throw new Failure('BadDataError', 'tokenName is required', { path: 'tokenName' });
  return name;
}

/** Never empty, because a reader could interpret an empty list as all projects. */
function projectsOf({ project, projects }: CreateToken): string[] {
  if (project !== undefined && projects !== undefined)
    throw new Failure('BadDataError', 'project and projects are the same property. Send only projects.', { path: 'projects' });
  const requested = projects ?? [project ?? '*'];
  if (requested.length === 0)
    throw new Failure('BadDataError', 'projects must have at least one project, or * for all.', { path: 'projects' });
  return requested.includes('*') ? ['*'] : [...new Set(requested)];
}

import { randomBytes } from 'node:crypto';
import { apiTokenCreated, DateTime, Failure, nullable, type TokenType, tokenTypes } from '@signalbox/contracts';
import { type Context, noAccess, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { allowsToken, type ApiToken, permissionFor, permissionsFor } from './api-token.ts';
import { ApiTokenShape, presentToken, projectPart } from './api-token.schema.ts';
import { storeToken, type TokenInput } from './store-token.ts';
import { futureExpiry, refuseScope, refuseUnknownScope } from './token-rules.ts';

const TokenName = Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S(.*\\S)?$' });

const CreateToken = Type.Object({
  tokenName: Type.Optional(TokenName),
  /** Deprecated: the same as tokenName. */
  username: Type.Optional(TokenName),
  type: Type.String(),
  environment: Type.Optional(Type.String()),
  project: Type.Optional(Type.String()),
  projects: Type.Optional(Type.Array(Type.String())),
  expiresAt: Type.Optional(nullable(DateTime)),
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
    headers: { Location: 'Where API tokens are listed.' },
    failures: ['BadDataError', 'NoAccessError'],
    events: [apiTokenCreated],
    transaction: { none: 'because the answer holds a secret, which must not be stored for a repetition of the request' },
  },
  async ({ body }, context) => {
    const { token, secret } = await context.write((work) => createToken(work, body));
    return new Reply(presentToken(token, secret), { headers: { location: 'api-tokens', 'cache-control': 'no-store' } });
  },
);

/** Issues a token of 224 random bits. The permission depends on its type, so it is asked for here. */
export async function createToken(context: Context, body: CreateToken): Promise<{ token: ApiToken; secret: string }> {
  const type = typeOf(body.type);
  if (!allowsToken(context, 'CREATE', type)) throw noAccess([permissionFor('CREATE', type)]);
  const input: TokenInput = {
    type,
    name: nameOf(body),
    ...scopeOf(body, type),
    expiresAt: body.expiresAt ? futureExpiry(body.expiresAt, context.now()) : null,
  };
  refuseScope(input);
  await refuseUnknownScope(context, input);
  const secret = newSecret(input);
  return { token: await storeToken(context, input, secret), secret };
}

const secretBytes = 28;

function newSecret({ projects, environment }: TokenInput): string {
  return `${projectPart(projects)}:${environment}.${randomBytes(secretBytes).toString('hex')}`;
}

/** Later versions of the reference system call client tokens `backend`. */
function typeOf(given: string): TokenType {
  const name = given.toLowerCase();
  const type = name === 'backend' ? 'client' : tokenTypes.find((known) => known === name);
  if (!type) throw new Failure('BadDataError', `type must be one of ${tokenTypes.join(', ')}; got ${given.slice(0, 100)}`);
  return type;
}

function nameOf({ tokenName, username }: CreateToken): string {
  if (tokenName !== undefined && username !== undefined)
    throw new Failure('BadDataError', 'tokenName and username say the same: give tokenName alone.');
  const name = tokenName ?? username;
  if (name === undefined) throw new Failure('BadDataError', 'tokenName is required and missing');
  return name;
}

function scopeOf({ environment, project, projects }: CreateToken, type: TokenType): Pick<TokenInput, 'environment' | 'projects'> {
  if (project !== undefined && projects !== undefined)
    throw new Failure('BadDataError', 'project and projects were both given: give projects alone.');
  const wanted = projects ?? [project ?? '*'];
  if (wanted.length === 0) throw new Failure('BadDataError', 'projects is empty: name at least one project, or * for all.');
  return {
    environment: environment ?? (type === 'admin' ? '*' : 'development'),
    projects: wanted.includes('*') ? ['*'] : [...new Set(wanted)],
  };
}

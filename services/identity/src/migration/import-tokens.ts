import { apiTokenCreated, DateTime, nullable } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { claimRevision } from '../base/revision.ts';
import { refuseWithoutProof } from '../credential/factor/refuse-without-proof.ts';
import { ApiToken } from '../credential/token/api-token.ts';
import { projectPart } from '../credential/token/api-token.schema.ts';
import { RevokedToken } from '../credential/token/revoke-token.ts';
import { storeHashed } from '../credential/token/store-token.ts';
import { refuseScope, refuseUnknownScope } from '../credential/token/token-rules.ts';
import { importedTimes, maxImported, SecretHash, timesOf } from './imported.schema.ts';

const ImportedToken = Type.Object({
  hash: SecretHash,
  type: Type.Enum(['client', 'frontend', 'backend', 'admin']),
  environment: Type.String({ minLength: 1, maxLength: 100 }),
  projects: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1 }),
  tokenName: Type.String({ minLength: 1, maxLength: 255 }),
  ...importedTimes,
  expiresAt: Type.Optional(nullable(DateTime)),
});
type ImportedToken = Static<typeof ImportedToken>;

/** Numbers of tokens by result. */
const ImportedTokens = Type.Object({ created: Type.Integer(), exists: Type.Integer(), revoked: Type.Integer() });
type ImportedTokens = Static<typeof ImportedTokens>;

export const importTokensRoute = route(
  {
    method: 'post',
    path: '/api/admin/migration/tokens',
    summary: 'Import API tokens by the hashes of their secrets, which remain valid; revoked ones stay revoked',
    permission: 'ADMIN',
    body: Type.Object({ tokens: Type.Array(ImportedToken, { maxItems: maxImported }) }),
    answers: { 200: ImportedTokens },
    failures: ['BadDataError', 'NoAccessError', 'StepUpRequired'],
    events: [apiTokenCreated],
  },
  ({ body }, context) => importTokens(context, body.tokens),
);

/** Creates the missing tokens. A revoked token is not imported again. */
async function importTokens(context: Context, tokens: readonly ImportedToken[]): Promise<ImportedTokens> {
  await claimRevision(context.em); // Serializes imports, so that a concurrent one finds the tokens of this one.
  const counts = { created: 0, exists: 0, revoked: 0 };
  for (const input of tokens) counts[await importToken(context, input)] += 1;
  return counts;
}

async function importToken(context: Context, input: ImportedToken): Promise<keyof ImportedTokens> {
  const { em } = context;
  const { hash, tokenName: name, environment, expiresAt } = input;
  if ((await em.count(ApiToken, { hash })) > 0) return 'exists';
  if ((await em.count(RevokedToken, { hash })) > 0) return 'revoked';
  const type = input.type === 'backend' ? 'client' : input.type;
  const projects = input.projects.includes('*') ? ['*'] : [...new Set(input.projects)];
  refuseScope({ type, environment, projects });
  if (type === 'admin') await refuseWithoutProof(context);
  await refuseUnknownScope(context, { type, environment, projects });
  const expiry = expiresAt ? new Date(expiresAt) : null;
  const masked = `${projectPart(projects)}:${environment}.…`;
  await storeHashed(context, { hash, name, type, environment, projects, masked, expiresAt: expiry, ...timesOf(input) });
  return 'created';
}

import { hashSecret } from '@signalbox/contracts/hash-secret';
import type { Database } from './database.ts';
import { optionalTime, timeOf } from './database.ts';
import type { SourcePersonalToken, SourceToken } from './snapshot.ts';

interface TimesRow {
  readonly created_at: string | null;
  readonly expires_at: string | null;
  readonly seen_at: string | null;
}

const timesOf = ({ created_at: created, expires_at: expires, seen_at: seen }: TimesRow) => ({
  createdAt: created ? timeOf(created) : new Date(0).toISOString(),
  expiresAt: optionalTime(expires),
  seenAt: optionalTime(seen),
});

interface TokenRow extends TimesRow {
  readonly secret: string;
  readonly token_name: string | null;
  readonly username?: string | null;
  readonly type: string;
  readonly environment: string | null;
}

type SecureRow = Omit<TokenRow, 'secret'> & { readonly selector: string; readonly verifier: string };

/** Later versions store the SHA-256 of the complete secret, in base64url. */
const hashOf = (verifier: string): string => Buffer.from(verifier, 'base64url').toString('hex');

/** Reads API tokens of both forms. */
export async function readTokens(database: Database): Promise<SourceToken[]> {
  const projects = Map.groupBy(await database.rows<{ secret: string; project: string }>('api_token_project'), ({ secret }) => secret);
  const secureProjects = await database.rows<{ selector: string; project: string }>('api_tokens_v2_project');
  const bySelector = Map.groupBy(secureProjects, ({ selector }) => selector);
  const plain = (await database.rows<TokenRow>('api_tokens')).map((row) => ({
    ...tokenOf(row, projects.get(row.secret)),
    secret: row.secret,
    hash: null,
  }));
  const secure = (await database.rows<SecureRow>('api_tokens_v2')).map((row) => ({
    ...tokenOf(row, bySelector.get(row.selector)),
    secret: null,
    hash: hashOf(row.verifier),
  }));
  return [...plain, ...secure];
}

const tokenOf = (row: Omit<TokenRow, 'secret'>, projects: readonly { readonly project: string }[] = []) => ({
  tokenName: row.token_name ?? row.username ?? 'token',
  type: row.type,
  environment: row.environment ?? '*',
  // A token without projects is valid for all.
  projects: projects.length > 0 ? projects.map(({ project }) => project) : ['*'],
  ...timesOf(row),
});

interface PersonalRow extends TimesRow {
  readonly user_id: number;
  readonly description: string | null;
  readonly secret: string | null;
  readonly verifier?: string | null;
}

/** Reads personal access tokens of both forms, and those of service accounts. */
export async function readPersonalTokens(database: Database): Promise<SourcePersonalToken[]> {
  const rows = await database.rows<PersonalRow>('personal_access_tokens');
  return rows.flatMap((row) => {
    const hash = row.secret ? hashSecret(row.secret) : row.verifier ? hashOf(row.verifier) : null;
    return hash === null ? [] : [{ userId: row.user_id, hash, description: row.description || 'token', ...timesOf(row) }];
  });
}

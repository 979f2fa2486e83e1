import { fetchTokens, type TokenType } from '@signalbox/contracts';
import { answer } from '@signalbox/kit';
import { readRevision } from '../../base/revision.ts';
import { tablesOf } from '../../tables/tables.ts';
import { apiTokenTable } from '../../tables/token.ts';

/** A single statement, so that the list is exactly as of its version; later changes are applied to it. */
export const answerFetchTokens = answer(
  fetchTokens,
  async (_input, { em }) => {
    const rows = await tablesOf(em)
      .selectFrom('counter')
      .leftJoin('api_token', (join) => join.onTrue())
      .select(['revision', 'hash', 'token_name as name', 'type', 'projects', 'environment', 'expires_at'])
      .orderBy('api_token.id')
      .execute();
    const tokens = rows.flatMap(({ hash, name, type, projects, environment, expires_at }) => {
      if (hash === null || name === null || environment === null || projects === null) return []; // The counter without any token.
      const expiresAt = expires_at === null ? null : Number(expires_at);
      return [{ hash, name, type: type as TokenType, projects: apiTokenTable.columns.projects.decode(projects), environment, expiresAt }];
    });
    return { version: Number(rows[0]?.revision), tokens };
  },
  { version: ({ em }) => readRevision(em) },
);

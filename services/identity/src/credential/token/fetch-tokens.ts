import { fetchTokens } from '@signalbox/contracts';
import { answer } from '@signalbox/kit';
import { readRevision } from '../../base/database/revision.ts';
import { ApiToken } from './api-token.ts';

/** The version is read first, so that the list is never older than the version it carries. */
export const answerFetchTokens = answer(fetchTokens, async (_input, { em }) => {
  const version = await readRevision(em);
  const tokens = await em.find(ApiToken, {}, { orderBy: { id: 'asc' } });
  return {
    version,
    tokens: tokens.map(({ hash, name, type, projects, environment, expiresAt }) => ({
      hash,
      name,
      type,
      projects,
      environment,
      expiresAt: expiresAt?.getTime() ?? null,
    })),
  };
});

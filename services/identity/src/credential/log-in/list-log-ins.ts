import { DateTime, nullable } from '@signalbox/contracts';
import { csvOf, type EntityManager, route, StreamedReply } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { Projection } from '@signalbox/table';
import { logInTable } from '../../tables/session.ts';
import { tablesOf } from '../../tables/tables.ts';
import { maxLogIns } from './log-in-history.ts';

const LogInShape = Type.Object({
  id: Type.Integer(),
  createdAt: DateTime,
  userId: nullable(Type.Integer()),
  username: nullable(Type.String()),
  successful: Type.Boolean(),
  ip: Type.String(),
});
type LogInShape = Static<typeof LogInShape>;

export const listLogInsRoute = route(
  {
    method: 'get',
    path: '/api/admin/logins',
    summary: 'List the logins of the last two weeks, newest first, as JSON or CSV',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ events: Type.Array(LogInShape) }) },
    mediaTypes: ['application/json', 'text/csv'],
    failures: [],
  },
  async (_input, { em, request }) => {
    const events = await readLogIns(em);
    if (!String(request.headers['accept']).includes('text/csv')) return { events };
    return new StreamedReply(csvOf(Object.keys(LogInShape.properties) as (keyof LogInShape)[], events), {
      'content-type': 'text/csv; charset=utf-8',
    });
  },
);

async function readLogIns(em: EntityManager): Promise<LogInShape[]> {
  const query = tablesOf(em)
    .selectFrom('log_in')
    .leftJoin('user', 'user.id', 'log_in.user_id')
    .select(['user.username', 'user.email'])
    .orderBy('log_in.id', 'desc')
    .limit(maxLogIns);
  return (await shown.read(query)).map(({ id, createdAt, userId, username, email, successful, address: ip }) => ({
    id,
    createdAt: createdAt.toISOString(),
    userId,
    username: username ?? email,
    successful,
    ip,
  }));
}

const shown = new Projection(logInTable, ['id', 'createdAt', 'userId', 'successful', 'address']);

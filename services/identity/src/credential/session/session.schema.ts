import { DateTime } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { Session } from './session.ts';

export const SessionShape = Type.Object({
  id: Type.String(),
  address: Type.String(),
  browser: Type.String(),
  createdAt: DateTime,
  expiresAt: DateTime,
});
export type SessionShape = Static<typeof SessionShape>;

export const SessionsShape = Type.Object({ sessions: Type.Array(SessionShape) });

/** The user's valid sessions, latest first. */
export async function readSessions(em: EntityManager, userId: number, now: Date): Promise<SessionShape[]> {
  const sessions = await em.find(Session, { userId, expiresAt: { $gt: now } }, { orderBy: { createdAt: 'desc', id: 'desc' } });
  return sessions.map(({ id, address, browser, createdAt, expiresAt }) => ({
    id,
    address,
    browser,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

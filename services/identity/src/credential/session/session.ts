import { randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { hashSecret, sessionCookie } from '@signalbox/contracts';
import { type Context, Instant, type Settings } from '@signalbox/kit';
import { accessBroadcast } from '../../base/access-broadcast.ts';
import { sessionHours } from '../../base/settings.ts';

export const sessionEntity = defineEntity({
  name: 'Session',
  tableName: 'login_session',
  properties: {
    /** Of the id that the cookie carries. */
    hash: p.string().primary(),
    userId: p.integer().fieldName('user_id'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
    expiresAt: p.type(Instant).$type<Date>().fieldName('expires_at'),
  },
});

/** A browser that logged in. */
export class Session extends sessionEntity.class {}
sessionEntity.setClass(Session);

const idBytes = 32;
const hourSeconds = 3600;

/** Opens a session of the user under a new id; answers the id. */
export function openSession(context: Context, userId: number): string {
  const id = randomBytes(idBytes).toString('hex');
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + context.settings.get(sessionHours) * hourSeconds * 1000);
  context.em.create(Session, { hash: hashSecret(id), userId, createdAt, expiresAt });
  return id;
}

/** Ends every session of the user, everywhere at once. */
export async function endSessions(context: Context, userId: number): Promise<void> {
  const sessions = await context.em.find(Session, { userId });
  if (sessions.length === 0) return;
  await context.em.nativeDelete(Session, { userId });
  context.publishState(accessBroadcast, { users: [userId], credentials: sessions.map(({ hash }) => hash) });
}

/** The cookie for a session id; null takes the cookie away. */
export function cookieFor(id: string | null, settings: Settings): string {
  const seconds = id === null ? 0 : settings.get(sessionHours) * hourSeconds;
  const { secureCookies } = settings;
  const name = sessionCookie(secureCookies);
  return `${name}=${id ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureCookies ? '; Secure' : ''}`;
}

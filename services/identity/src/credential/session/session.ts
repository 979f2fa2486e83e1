import { randomBytes } from 'node:crypto';
import { hashSecret, sessionCookie } from '@signalbox/contracts';
import { type Context, minuteMs, type Settings } from '@signalbox/kit';
import { publishCallers } from '../../base/access-broadcast.ts';
import { tablesOf } from '../../tables/tables.ts';
import { sessionHours } from '../../base/settings.ts';
import { sessionTable, type SignOn } from '../../tables/session.ts';

/** A session of a browser. */
export class Session extends sessionTable.entity.class {}
sessionTable.entity.setClass(Session);

/** Address and browser of a login. */
export interface Origin {
  readonly address: string;
  readonly browser: string;
}

/**
 * A session from an identity provider. Either the provider is responsible for second factors, or this product is; then the user has proved
 * one or has none.
 */
interface SignOnOpening {
  readonly signOn: SignOn;
  readonly factor: 'of the provider' | 'proved' | 'none';
}

/** Proof that opens a session. */
export type Opening = 'password' | 'second-factor' | SignOnOpening;

const secretBytes = 32;
const provedMs = 10 * minuteMs;
const hourSeconds = 3600;
const maxSessions = 100;
const maxCharacters = { address: 64, browser: 255 } as const;

/** Opens a session of the user and returns its secret, which a request cannot choose. Beyond a hundred sessions, the oldest ends. */
export async function openSession(context: Context, userId: number, { address, browser }: Origin, opening: Opening): Promise<string> {
  await endOldest(context, userId);
  const { signOn, factor } = partsOf(opening);
  const secret = randomBytes(secretBytes).toString('hex');
  const createdAt = context.now();
  context.em.create(Session, {
    hash: hashSecret(secret),
    id: context.id(),
    userId,
    address: address.slice(0, maxCharacters.address),
    browser: browser.slice(0, maxCharacters.browser),
    passwordOnly: factor === 'none',
    provedUntil: factor === 'proved' ? new Date(createdAt.getTime() + provedMs) : null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + context.settings.get(sessionHours) * hourSeconds * 1000),
    signOn,
  });
  return secret;
}

function partsOf(opening: Opening): { signOn: SignOn | null; factor: SignOnOpening['factor'] } {
  if (typeof opening === 'object') return opening;
  return { signOn: null, factor: opening === 'second-factor' ? 'proved' : 'none' };
}

async function endOldest(context: Context, userId: number): Promise<void> {
  const rows = await tablesOf(context.em)
    .selectFrom('login_session')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .offset(maxSessions - 1)
    .limit(maxSessions)
    .execute();
  if (rows.length > 0) await endThose(context, userId, { hash: { $in: rows.map(({ hash }) => hash) } });
}

/** Identity provider session of the user's latest session that has one; null if there is none. */
export async function lastSignOn({ em }: Pick<Context, 'em'>, userId: number): Promise<SignOn | null> {
  const [session] = await em.find(Session, { userId, signOn: { $ne: null } }, { orderBy: { createdAt: 'desc' }, limit: 1 });
  return session?.signOn ?? null;
}

/** Purpose of the data for single log-out. They are encrypted because they pass through the browser's address bar. */
export const signOutPurpose = 'end of a session at its identity provider';

/** Ends all sessions of the user, immediately everywhere. */
export const endSessions = (context: Context, userId: number): Promise<boolean> => endThose(context, userId, {});

/** Ends one session of the user; false if there is no such session. */
export const endSession = (context: Context, userId: number, id: string): Promise<boolean> => endThose(context, userId, { id });

async function endThose(context: Context, userId: number, which: { id?: string; hash?: { $in: string[] } }): Promise<boolean> {
  const sessions = await context.em.find(Session, { ...which, userId });
  if (sessions.length === 0) return false;
  const hashes = sessions.map(({ hash }) => hash);
  await context.em.nativeDelete(Session, { hash: { $in: hashes } });
  publishCallers(context, [userId], hashes);
  return true;
}

/**
 * Records a new proof of identity for the session: a factor, or the password if the user has none. Returns when the proof expires; null if
 * the session has ended.
 */
export async function noteProof(context: Context, userId: number, id: string, withFactor: boolean): Promise<Date | null> {
  const session = await context.em.findOne(Session, { id, userId });
  if (!session) return null;
  session.provedUntil = new Date(context.now().getTime() + provedMs);
  if (withFactor) session.passwordOnly = false;
  publishCallers(context, [userId], [session.hash]);
  return session.provedUntil;
}

/** The cookie with a session's secret; null removes the cookie. */
export function cookieFor(secret: string | null, settings: Settings): string {
  const seconds = secret === null ? 0 : settings.get(sessionHours) * hourSeconds;
  const { secureCookies } = settings;
  const name = sessionCookie(secureCookies);
  return `${name}=${secret ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureCookies ? '; Secure' : ''}`;
}

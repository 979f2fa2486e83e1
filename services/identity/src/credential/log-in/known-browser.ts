import { randomBytes } from 'node:crypto';
import { browserCookie, hashSecret } from '@signalbox/contracts';
import { type Context, type EntityManager, hourMs, type Settings } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { isExpired } from '../token/api-token.ts';
import { knownBrowserTable } from '../../tables/session.ts';

/**
 * A browser in which the user has logged in before. Its attempts are counted separately from its address, so that others behind the same
 * address cannot delay the user.
 */
export class KnownBrowser extends knownBrowserTable.entity.class {}
knownBrowserTable.entity.setClass(KnownBrowser);

const secretBytes = 32;
const validSeconds = 365 * 24 * 3600;
const validMs = 365 * 24 * hourMs;
const maxBrowsers = 20;

/** Hash of the browser's secret if it is valid for this user; otherwise null. */
export async function knownBrowserOf(em: EntityManager, secret: unknown, userId: number | null, now: Date): Promise<string | null> {
  if (typeof secret !== 'string') return null;
  const browser = await em.findOne(KnownBrowser, { hash: hashSecret(secret) });
  return browser && browser.userId === userId && !isExpired(browser, now) ? browser.hash : null;
}

/** Remembers a browser of the user and returns its secret. Beyond twenty, forgets the oldest. */
export async function rememberBrowser(context: Context, userId: number): Promise<string> {
  const oldest = await tablesOf(context.em)
    .selectFrom('known_browser')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .offset(maxBrowsers - 1)
    .limit(maxBrowsers)
    .execute();
  await context.em.nativeDelete(KnownBrowser, { hash: { $in: oldest.map(({ hash }) => hash) } });
  const secret = randomBytes(secretBytes).toString('hex');
  const createdAt = context.now();
  context.em.create(KnownBrowser, {
    hash: hashSecret(secret),
    userId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validMs),
  });
  return secret;
}

export const forgetBrowsers = (context: Context, userId: number): Promise<number> => context.em.nativeDelete(KnownBrowser, { userId });

/** The cookie that identifies the browser. */
export const browserCookieFor = (secret: string, { secureCookies }: Settings): string =>
  `${browserCookie(secureCookies)}=${secret}; Path=/; Max-Age=${validSeconds}; HttpOnly; SameSite=Lax${secureCookies ? '; Secure' : ''}`;

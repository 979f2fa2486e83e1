const key = 'signalbox-destination';
/** A sign-on that has been started is valid as long. */
const validMs = 600_000;

/** Accepts only paths of this console, to prevent open redirects. */
export const ownAddress = (to: string | null | undefined): string => (to && /^\/(?![/\\])/.test(to) ? to : '/');

/** Remembers the requested page while the browser is at an identity provider, which returns to the start page. */
export function rememberDestination(to: string, storage: Pick<Storage, 'setItem'> = sessionStorage, now = Date.now()): void {
  storage.setItem(key, JSON.stringify({ to, at: now }));
}

/** Returns the remembered page once, if it is recent; otherwise the start page. */
export function takeDestination(storage: Pick<Storage, 'getItem' | 'removeItem'> = sessionStorage, now = Date.now()): string {
  const { to, at } = JSON.parse(storage.getItem(key) ?? '{}') as { to?: string; at?: number };
  storage.removeItem(key);
  return at !== undefined && now - at < validMs ? ownAddress(to) : '/';
}

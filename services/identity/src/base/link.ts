import type { Settings } from '@signalbox/kit';

/** Where a console answers, or a page of the public port that says what to send where. */
export type LinkPath =
  | '/login'
  | '/new-user'
  | '/reset-password'
  | `/invite/${string}`
  | `/auth/${string}`
  | `/scim/${string}`
  | `/projects/${string}`;

/** A link for users, on the configured base URL. */
export function linkTo(settings: Pick<Settings, 'baseUrl' | 'port'>, path: LinkPath, query: Readonly<Record<string, string>> = {}): string {
  const base = (settings.baseUrl ?? `http://localhost:${settings.port}`).replace(/\/+$/, '');
  const search = new URLSearchParams(query).toString();
  return `${base}${path}${search && `?${search}`}`;
}

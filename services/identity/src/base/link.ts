import type { Settings } from '@signalbox/kit';

/** Paths of links to the console or for identity providers. */
export type LinkPath =
  | ''
  | '/authorize'
  | '/mcp'
  | '/device'
  | '/login'
  | '/new-user'
  | '/reset-password'
  | '/stop-watching'
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

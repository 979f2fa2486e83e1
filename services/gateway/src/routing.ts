/** The services behind the public door. */
export const services = ['identity', 'toggles', 'delivery', 'playground', 'audit'] as const;
export type ServiceName = (typeof services)[number];

/** Where a path belongs. `raw` paths carry the SDK's own credential, which delivery checks itself. */
export interface Destination {
  readonly service: ServiceName;
  readonly raw: boolean;
}

const sdkPrefixes = ['/api/client', '/api/frontend', '/api/proxy', '/ofrep', '/openfeature', '/edge'];
const identityPrefixes = [
  '/auth',
  '/logout',
  '/invite',
  '/api/admin/user',
  '/api/admin/user-admin',
  '/api/admin/api-tokens',
  '/api/admin/roles',
  '/api/admin/permissions',
  '/api/admin/groups',
  '/api/admin/service-account',
  '/api/admin/invite-link',
  '/api/admin/auth',
  '/api/admin/access',
  '/api/admin/logins',
];
const auditPrefixes = ['/api/admin/events', '/api/admin/event-creators', '/api/admin/search/events'];
const identityInProject = /^\/api\/admin\/projects\/[^/]+\/(?:access|api-tokens|users|groups|role)(?:\/|$)/;

const setAside = /^\/api\/admin\/set-aside\/([^/]+)/;

const under = (path: string, prefixes: readonly string[]) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/** The service that owns a path (without query), null for one that nobody owns. */
export function destinationOf(path: string): Destination | null {
  if (under(path, sdkPrefixes)) return { service: 'delivery', raw: true };
  if (under(path, identityPrefixes) || identityInProject.test(path)) return { service: 'identity', raw: false };
  if (under(path, auditPrefixes)) return { service: 'audit', raw: false };
  const keeper = services.find((name) => name === setAside.exec(path)?.[1]);
  if (keeper) return { service: keeper, raw: false };
  if (under(path, ['/api/admin/playground'])) return { service: 'playground', raw: false };
  if (under(path, ['/api/admin'])) return { service: 'toggles', raw: false };
  return null;
}

/** Repeated slashes count as one. */
export function normalizeUrl(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') + (query < 0 ? '' : url.slice(query)) : url;
}

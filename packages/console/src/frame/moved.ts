/** An address pattern of an earlier console, or a short form, and its current address. `$1` and so on refer to groups of the pattern. */
const moves: readonly (readonly [old: RegExp, address: string])[] = [
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/strategies\/(?:edit|create)$/, '/projects/$1/features/$2'],
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/(?:overview|strategies)$/, '/projects/$1/features/$2'],
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/metrics$/, '/projects/$1/features/$2/usage'],
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/(?:logs|event-log)$/, '/projects/$1/features/$2/history'],
  [/^\/projects\/([^/]+)\/(?:features|overview|flags)$/, '/projects/$1'],
  [/^\/projects\/([^/]+)\/(?:logs|event-log)$/, '/projects/$1/audit'],
  [/^\/projects\/([^/]+)\/changes(\/\d+)?$/, '/projects/$1/change-requests$2'],
  [/^\/projects\/([^/]+)\/create-toggle$/, '/projects/$1'],
  [/^\/(?:personal|search)$/, '/'],
  [/^\/(?:history|event-log|admin\/logs)$/, '/audit'],
  [/^\/admin\/(users|groups|roles|service-accounts|maintenance)$/, '/settings/$1'],
  [/^\/admin\/(?:api|api-tokens)$/, '/settings/api-tokens'],
  [/^\/admin\/(?:auth|simple-auth)(?:\/[\w-]+)?$/, '/settings/sign-on'],
  [/^\/admin\/cors$/, '/settings/origins'],
  [/^\/admin\/(?:invite-link|invite-links)$/, '/settings/sign-up'],
  [/^\/admin$/, '/settings'],
  [/^\/(?:addons|integrations)$/, '/settings/webhooks'],
  [/^\/(environments|tag-types|strategies)$/, '/settings/$1'],
  [/^\/context$/, '/settings/context-fields'],
  [/^\/profile\/[\w-]+$/, '/profile'],
];

/** Query parameter that names the environment in old addresses. */
const environment = 'environmentId';

/** The current address for an old one; null if the address is not an old one. `search` may be empty. */
export function movedTo(path: string, search: string): string | null {
  const move = moves.find(([old]) => old.test(path));
  if (!move) return null;
  const chosen = new URLSearchParams(search).get(environment);
  return path.replace(...move) + (chosen === null ? '' : `?in=${encodeURIComponent(chosen)}`);
}

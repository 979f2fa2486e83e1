/** An address of the consoles that this API had before, or a shorter one, and where the same stands here. `$1` and so on stand for parts of the old one. */
const moves: readonly (readonly [old: RegExp, address: string])[] = [
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/strategies\/(?:edit|create)$/, '/projects/$1/features/$2'],
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/(?:overview|strategies)$/, '/projects/$1/features/$2'],
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/metrics$/, '/projects/$1/features/$2/usage'],
  [/^\/projects\/([^/]+)\/features\/([^/]+)\/(?:logs|event-log)$/, '/projects/$1/features/$2/history'],
  [/^\/projects\/([^/]+)\/(?:features|overview|insights|flags)$/, '/projects/$1'],
  [/^\/projects\/([^/]+)\/(?:logs|event-log)$/, '/projects/$1/audit'],
  [/^\/projects\/([^/]+)\/changes(\/\d+)?$/, '/projects/$1/change-requests$2'],
  [/^\/projects\/([^/]+)\/create-toggle$/, '/projects/$1'],
  [/^\/(?:features|personal|search)$/, '/'],
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

/** What an old address calls the environment that it shows. */
const environment = 'environmentId';

/** Where somebody finds what an old address was about; null where the address is none of them. `search` may be empty. */
export function movedTo(path: string, search: string): string | null {
  const move = moves.find(([old]) => old.test(path));
  if (!move) return null;
  const chosen = new URLSearchParams(search).get(environment);
  return path.replace(...move) + (chosen === null ? '' : `?in=${encodeURIComponent(chosen)}`);
}

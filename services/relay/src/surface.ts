import { exchanges, stateKeys } from '@signalbox/contracts';
import { parse, setting, surface } from '@signalbox/kit';

/** A URL without the parts that requests add. */
function baseUrl(value: string): string {
  const url = parse.url('http:', 'https:')(value);
  return url.replace(/\/+$/, '').replace(/\/api$/, '');
}

const seconds = (maximum: number) => (value: string) => 1000 * parse.integer(1, maximum)(value);

export const upstreamUrl = setting(
  'UPSTREAM_URL',
  '',
  parse.optional(baseUrl),
  'URL of the upstream: Signalbox, another relay, or Unleash.',
);
export const tokens = setting(
  'TOKENS',
  '',
  parse.list,
  'Client tokens whose features are fetched at start, separated by commas. Other tokens are validated when they are first used.',
  true,
);
export const pretrustedTokens = setting(
  'PRETRUSTED_TOKENS',
  '',
  parse.list,
  'Frontend tokens that are never validated: `project:environment.secret` or `secret@environment`.',
  true,
);
export const refreshMs = setting(
  'FEATURES_REFRESH_INTERVAL_SECONDS',
  '15',
  seconds(86_400),
  'Interval of polling an upstream that offers no stream.',
);
export const revalidationMs = setting(
  'TOKEN_REVALIDATION_INTERVAL_SECONDS',
  '3600',
  seconds(86_400),
  'Interval after which all tokens are validated again.',
);
export const timeoutMs = setting('UPSTREAM_REQUEST_TIMEOUT', '5', seconds(600), 'Timeout of a request to the upstream, in seconds.');

/** Description of the relay. Its process has no other public service. */
export const relaySurface = surface({
  name: 'relay',
  isPublic: true,
  queues: [{ queue: 'relay.usage', kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] }],
  ephemeralKeys: [stateKeys.togglesState, stateKeys.togglesHeartbeat, stateKeys.access, stateKeys.accessHeartbeat],
  settings: [upstreamUrl, tokens, pretrustedTokens, refreshMs, revalidationMs, timeoutMs],
});

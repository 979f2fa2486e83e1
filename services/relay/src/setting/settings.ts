import { addressesOrRanges, parse, setting, type Setting } from '@signalbox/kit';

/** A URL without the parts that requests add. */
function baseUrl(value: string): string {
  const url = parse.url('http:', 'https:')(value);
  return url.replace(/\/+$/, '').replace(/\/api$/, '');
}

const seconds =
  (minimum: number, maximum = 86_400) =>
  (value: string) =>
    1000 * parse.integer(minimum, maximum)(value);

function basePathOf(value: string): string {
  if (!/^(?:\/[\w.~-]+)*\/?$/.test(value)) throw new Error('must be a path such as /features');
  return value.replace(/\/$/, '');
}

function headerName(value: string): string {
  if (!/^[\w-]+$/.test(value)) throw new Error('must be the name of a header');
  return value.toLowerCase();
}

/** Parses headers as curl writes them. */
function headers(value: string): Readonly<Record<string, string>> {
  const pairs = parse.list(value).map((text) => /^([\w-]+)\s*:\s*(.*)$/.exec(text));
  if (pairs.includes(null)) throw new Error('must be headers such as X-Api-Key: abc, separated by commas');
  return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.toLowerCase(), pair?.[2]])) as Record<string, string>;
}

/** Rejects other values, such as a port: Edge's short option for these tokens is the one for the port in front of the command. */
function trustedTokens(value: string): string[] {
  const named = parse.list(value);
  if (!named.every((token) => /^[^\s:]+:[^\s.]+\..|.@[^@\s]+$/.test(token)))
    throw new Error('must be tokens such as project:environment.secret or secret@environment (the port is -p in front of the command)');
  return named;
}

const flag = (name: string, about: string) => setting(name, 'false', parse.yesOrNo, about);
const file = (name: string, about: string) => setting(name, '', parse.optional(parse.text), about);
const tokenList = (name: string, about: string) => setting(name, '', parse.list, about, true);

export const upstreamUrl = setting(
  'UPSTREAM_URL',
  '',
  parse.optional(baseUrl),
  'URL of the upstream: Signalbox, another relay, or Unleash.',
);
export const tokens = tokenList(
  'TOKENS',
  'Client tokens whose features are fetched at start, separated by commas. Other tokens are validated when they are first used.',
);
export const pretrustedTokens = setting(
  'PRETRUSTED_TOKENS',
  '',
  trustedTokens,
  'Frontend tokens that are never validated: `project:environment.secret` or `secret@environment`.',
  true,
);
export const refreshMs = setting('FEATURES_REFRESH_INTERVAL_SECONDS', '15', seconds(1), 'Interval of polling an upstream without streams.');
export const metricsMs = setting('METRICS_INTERVAL_SECONDS', '60', seconds(1), 'Interval of reports of usage and status to the upstream.');
export const revalidationMs = setting(
  'TOKEN_REVALIDATION_INTERVAL_SECONDS',
  '3600',
  seconds(1),
  'Interval after which all tokens are validated again.',
);
export const timeoutMs = setting('UPSTREAM_REQUEST_TIMEOUT', '5', seconds(1, 600), 'Timeout of a request to the upstream, in seconds.');
export const appName = setting('APP_NAME', 'signalbox-relay', parse.text, 'Name of the relay for its upstream.');
export const instanceId = setting('INSTANCE_ID', '', parse.text, 'Id of this process for its upstream. Empty: random.');
export const region = setting('AWS_REGION', '', parse.optional(parse.text), 'Region of the relay in the list of relays of its upstream.');
export const customClientHeaders = setting(
  'CUSTOM_CLIENT_HEADERS',
  '',
  headers,
  'Headers of every request to the upstream: `Name: value`, separated by commas.',
  true,
);
export const upstreamAuthHeader = setting('UPSTREAM_AUTH_HEADER', 'Authorization', headerName, 'Header with the token for the upstream.');
export const tokenHeader = setting('TOKEN_HEADER', 'Authorization', headerName, 'Header in which applications send their token.');
export const basePath = setting('BASE_PATH', '', basePathOf, 'Path in front of all paths of the relay.');
export const allowList = setting('ALLOW_LIST', '', addressesOrRanges, 'Addresses or CIDR ranges that may call the relay. Empty: all.');
export const denyList = setting('DENY_LIST', '', addressesOrRanges, 'Addresses or CIDR ranges that may not call the relay.');
export const skipSslVerification = flag('SKIP_SSL_VERIFICATION', 'Accept any certificate of the upstream. Only for tests.');
export const upstreamCertificateFile = file('UPSTREAM_CERTIFICATE_FILE', 'Further certificate authorities of the upstream (PEM).');
export const clientCertificateFile = file('PKCS8_CLIENT_CERTIFICATE_FILE', 'Client certificate for the upstream (PEM).');
export const clientKeyFile = file('PKCS8_CLIENT_KEY_FILE', 'Key of the client certificate (PEM).');
export const identityFile = file('PKCS12_IDENTITY_FILE', 'Client certificate with its key (PKCS #12).');
export const identityPassphrase = setting('PKCS12_PASSPHRASE', '', parse.text, 'Passphrase of PKCS12_IDENTITY_FILE.', true);
export const bootstrapFile = file(
  'BOOTSTRAP_FILE',
  'Features of an offline relay: a response of `/api/client/features`, or `{name: {enabled, variant}}`.',
);
export const clientTokens = tokenList('CLIENT_TOKENS', 'Client tokens of an offline relay.');
export const frontendTokens = tokenList('FRONTEND_TOKENS', 'Frontend tokens of an offline relay.');
export const reloadMs = setting('RELOAD_INTERVAL', '0', seconds(0), 'Interval of reading BOOTSTRAP_FILE again, in seconds. 0: never.');

const disabled = {
  allFeatures: flag('DISABLE_ALL_ENDPOINT', 'Refuse `/api/frontend/all` and `/api/proxy/all`.'),
  metricsbatch: flag('DISABLE_METRICS_BATCH_ENDPOINT', 'Refuse `/internal-backstage/metricsbatch`.'),
  metrics: flag('DISABLE_METRICS_ENDPOINT', 'Refuse `/internal-backstage/metrics`.'),
  features: flag('DISABLE_FEATURES_ENDPOINT', 'Refuse `/internal-backstage/features`.'),
  tokens: flag('DISABLE_TOKENS_ENDPOINT', 'Refuse `/internal-backstage/tokens`.'),
  instancedata: flag('DISABLE_INSTANCE_DATA_ENDPOINT', 'Refuse `/internal-backstage/instancedata`.'),
};
/** Settings that refuse a path. */
export const disabledEndpoints: Readonly<Record<keyof typeof disabled, Setting<boolean>>> = disabled;

/** A setting of Unleash Edge that a relay refuses, so that nobody relies on it. */
const unsupported = (name: string, instead: string) =>
  setting(
    name,
    '',
    (value) => {
      if (value !== '' && value !== 'false') throw new Error(`is not supported. ${instead}`);
    },
    `Not supported. ${instead}.`,
  );

const fixedHeaders = 'CORS headers are fixed, except for CORS_ORIGIN';
const ownTimeouts = 'A relay has timeouts of its own';
const oneFile = 'Use BACKUP_FOLDER';

const unsupportedSettings = [
  unsupported('REDIS_URL', oneFile),
  unsupported('REDIS_HOST', oneFile),
  unsupported('S3_BUCKET_NAME', oneFile),
  unsupported('PROMETHEUS_REMOTE_WRITE_URL', 'Let Prometheus read /internal-backstage/metrics'),
  unsupported('TLS_ENABLE', 'Use a proxy for TLS'),
  unsupported('WORKERS', 'A relay uses one core: start several'),
  unsupported('LOG_FORMAT', 'Log lines are JSON'),
  unsupported('CORS_ALLOWED_HEADERS', fixedHeaders),
  unsupported('CORS_EXPOSED_HEADERS', fixedHeaders),
  unsupported('CORS_MAX_AGE', fixedHeaders),
  unsupported('CORS_METHODS', fixedHeaders),
  unsupported('EDGE_REQUEST_TIMEOUT', ownTimeouts),
  unsupported('EDGE_KEEPALIVE_TIMEOUT', ownTimeouts),
  unsupported('UPSTREAM_SOCKET_TIMEOUT', 'UPSTREAM_REQUEST_TIMEOUT includes it'),
];

/** All settings of a relay. */
export const relaySettings: readonly Setting<unknown>[] = [
  upstreamUrl,
  tokens,
  pretrustedTokens,
  refreshMs,
  metricsMs,
  revalidationMs,
  timeoutMs,
  appName,
  instanceId,
  region,
  customClientHeaders,
  upstreamAuthHeader,
  tokenHeader,
  basePath,
  allowList,
  denyList,
  skipSslVerification,
  upstreamCertificateFile,
  clientCertificateFile,
  clientKeyFile,
  identityFile,
  identityPassphrase,
  bootstrapFile,
  clientTokens,
  frontendTokens,
  reloadMs,
  ...Object.values(disabled),
  ...unsupportedSettings,
];

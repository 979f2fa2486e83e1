import ipaddr from 'ipaddr.js';
import { parse, type Setting, setting } from './setting.ts';
import type { Surface } from './surface.ts';

const minimumSecretCharacters = 32;

/** Parses secrets. Several overlap while a new one replaces an old one. */
function secrets(value: string): string[] {
  const named = parse.list(value);
  if (named.some(({ length }) => length < minimumSecretCharacters))
    throw new Error(`must have at least ${minimumSecretCharacters} characters (openssl rand -hex 28); commas separate several secrets`);
  return named;
}

/** Returns true for an origin as browsers write it: `https://app.example.com`, with a port if it is not the default. */
export const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*');

const listOf = (isValid: (item: string) => boolean, what: string) => (value: string) => {
  const named = parse.list(value);
  const wrong = named.find((item) => !isValid(item));
  if (wrong !== undefined) throw new Error(`must be ${what}, separated by commas; got ${wrong}`);
  return named;
};

const origins = listOf((text) => text === '*' || isOrigin(text), '* or origins such as https://app.example.com');

const isAddressOrRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  ipaddr.IPv6.isValidCIDR(text);

/** Parses addresses and CIDR ranges, separated by commas. */
export const addressesOrRanges = listOf(isAddressOrRange, 'addresses or ranges such as 10.0.0.0/8');

/** MySQL limits names to 64 characters, and the service's name follows the prefix. */
function schemaPrefix(value: string): string {
  if (!/^[\w-]{0,40}$/.test(value)) throw new Error('must have at most 40 letters, digits, _ and -');
  return value;
}

/** Parses `name=value` pairs, separated by commas, with percent-encoded values, in OpenTelemetry's format. */
function headers(value: string): Readonly<Record<string, string>> {
  const pairs = parse
    .list(value)
    .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()] as const);
  if (!pairs.every(([name, text]) => /^[\w-]+$/.test(name) && /^(?:[^%]|%[\da-f]{2})*$/i.test(text)))
    throw new Error('must be headers such as authorization=Bearer%20abc, separated by commas');
  return Object.fromEntries(pairs.map(([name, text]) => [name, decodeURIComponent(text)]));
}

function fraction(value: string): number {
  const number = Number(value);
  if (value === '' || !(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
}

function pageUrl(text: string): string {
  const url = parse.url('http:', 'https:')(text);
  if (/[?#]/.test(url)) throw new Error('must be a URL without a query and a fragment');
  return url;
}

function cacheUrls(text: string): readonly string[] {
  const urls = parse.urls('memory:', 'redis:', 'rediss:', 'redis-sentinel:', 'rediss-sentinel:', 'redis-cluster:', 'rediss-cluster:')(text);
  const [first = ''] = urls;
  if (/^rediss?-sentinel:/.test(first) && new URL(first).pathname.length < 2)
    throw new Error('must name the primary in its path, such as redis-sentinel://one:26379,two:26379/primary');
  return urls;
}

/** Settings of the framework, which every process has. Each service declares its own on its surface. */
export const frameworkSettings = {
  port: setting('PORT', '4242', parse.integer(0, 65_535), 'Port of the public service, or of the only service in the process.'),
  adminPort: setting(
    'ADMIN_PORT',
    '',
    parse.optional(parse.integer(0, 65_535)),
    'Further port of the public service, with the same routes. Connections of users and pipelines there do not wait behind those of thousands of applications that reconnect to PORT. Empty: none.',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    '',
    parse.optional(parse.integer(0, 65_535)),
    'Port that serves metrics without authentication. Empty: metrics are on PORT; at the public service, only for administrators.',
  ),
  host: setting('HOST', '', parse.text, 'Address to listen on. Empty: all addresses.'),
  dataDir: setting('DATA_DIR', './data', parse.text, 'Folder for SQLite files, snapshots and generated secrets.'),
  logLevel: setting('LOG_LEVEL', 'warn', parse.oneOf('debug', 'info', 'warn', 'error', 'silent'), 'Minimum level of log lines.'),
  baseUrl: setting('BASE_URL', '', parse.optional(pageUrl), 'Public URL, used in links. Empty: http://localhost:PORT.'),
  databaseUrl: setting(
    'DATABASE_URL',
    'sqlite:',
    parse.url('sqlite:', 'mysql:'),
    '`sqlite:` (one file per service under DATA_DIR) or `mysql://user:password@host:port` (one schema per service). TLS: `?ssl-mode=REQUIRED`, `VERIFY_CA` or `VERIFY_IDENTITY`, and `ssl-ca` (a file).',
    true,
  ),
  databasePrefix: setting('DATABASE_PREFIX', 'signalbox_', schemaPrefix, 'Prefix of the schema names on MySQL.'),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    '10',
    parse.integer(2, 500),
    'Maximum MySQL connections per service and process. During a rolling update, old and new processes each have their own.',
  ),
  databaseStatementMs: setting(
    'DATABASE_STATEMENT_MS',
    '1100',
    parse.integer(100, 60_000),
    'Timeout of one MySQL statement, in milliseconds; after it, the connection is closed and the request returns 503. Always at least 100 more than DATABASE_LOCK_MS.',
  ),
  databaseLockMs: setting(
    'DATABASE_LOCK_MS',
    '1000',
    parse.integer(1000, 50_000),
    'Lock timeout of a MySQL statement, in milliseconds, rounded up to whole seconds; after it, the transaction is retried.',
  ),
  busUrls: setting(
    'BUS_URL',
    'memory:',
    parse.urls('memory:', 'amqp:', 'amqps:'),
    '`memory:` (one process) or `amqp://user:password@host:port`. Several nodes of one broker: `amqp://user:password@one:5672,two:5672`.',
    true,
  ),
  busPrefix: setting('BUS_PREFIX', '', parse.text, 'Prefix of exchanges and queues, for several instances on one broker.'),
  cacheUrls: setting(
    'CACHE_URL',
    'memory:',
    cacheUrls,
    '`memory:`, `redis://user:password@host:port`, `redis-sentinel://:password@one:26379,two:26379/primary` or `redis-cluster://:password@one:6379,two:6379`. With TLS, `rediss` takes the place of `redis`.',
    true,
  ),
  cachePrefix: setting('CACHE_PREFIX', 'signalbox:', parse.text, 'Prefix of keys in Redis.'),
  internalSecrets: setting(
    'INTERNAL_SECRET',
    '',
    secrets,
    'Shared secret that services use to authenticate each other. Required if services run in separate processes. Several, separated by commas, overlap during a rotation: the first signs, all are accepted.',
    true,
  ),
  encryptionKeys: setting(
    'ENCRYPTION_KEY',
    '',
    secrets,
    'Encrypts secrets that services have to read again, such as signing keys and secrets of authenticator apps. Several, separated by commas, overlap during a rotation: the first encrypts, all decrypt; `npm run rekey` re-encrypts everything with the first. Empty: INTERNAL_SECRET, or a key generated in DATA_DIR. If set, it also encrypts features, token hashes and usage in files of DATA_DIR.',
    true,
  ),
  bodyLimitBytes: setting(
    'BODY_LIMIT_BYTES',
    '102400',
    parse.integer(1024, 100_000_000),
    'Maximum JSON body of an ordinary request (100 kB).',
  ),
  bulkLimitBytes: setting('BULK_LIMIT_BYTES', '10485760', parse.integer(1024, 1_000_000_000), 'Maximum size of an import body (10 MB).'),
  revisionWaitMs: setting(
    'REVISION_WAIT_MS',
    '5000',
    parse.integer(0, 60_000),
    'Maximum time that a read waits for the revision in `If-Min-Revision`, in milliseconds; after it, the request returns 425.',
  ),
  frontendOrigins: setting(
    'FRONTEND_ORIGINS',
    '*',
    origins,
    'Origins that may read responses from a browser, separated by commas, until an administrator sets others. `*` or empty: all.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    '',
    addressesOrRanges,
    'Addresses or CIDR ranges of trusted proxies, whose X-Forwarded-For is used. Applies to the public service and to services reached without it.',
  ),
  secureCookies: setting(
    'SECURE_COOKIES',
    'false',
    parse.yesOrNo,
    'Send the session cookie only over HTTPS, under the name `__Host-unleash-session`.',
  ),
  maintenanceMode: setting(
    'MAINTENANCE_MODE',
    'false',
    parse.yesOrNo,
    'Reject changes and pause jobs, regardless of the maintenance mode set by administrators. Set it for every service with data.',
  ),
  httpsProxy: setting(
    'HTTPS_PROXY',
    '',
    parse.optional(parse.url('http:', 'https:')),
    'HTTP proxy for requests to object storage and to HTTPS addresses that users enter, such as webhooks and providers of single sign-on: `http://user:password@host:port`. Empty: none. It must itself refuse internal addresses.',
    true,
  ),
  noProxy: setting(
    'NO_PROXY',
    '',
    parse.text,
    'Hosts that are reached without HTTPS_PROXY, with their subdomains, separated by commas. `*`: all.',
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    parse.optional(parse.url('http:', 'https:')),
    'Trace collector: the base URL of an OTLP/HTTP endpoint, such as `http://localhost:4318`. Empty: tracing is off.',
  ),
  tracesHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    headers,
    'Headers for the collector: `name=value`, separated by commas, values percent-encoded.',
    true,
  ),
  tracesServiceName: setting(
    'OTEL_SERVICE_NAME',
    '',
    parse.optional(parse.text),
    'Service name in traces. Empty: `signalbox-` and the name of each service.',
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    parse.oneOf('always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'),
    'Traces to record: all, none, or a ratio; with `parentbased_`, the service where the trace starts decides for all others.',
  ),
  tracesRatio: setting('OTEL_TRACES_SAMPLER_ARG', '1', fraction, 'Ratio of traces to record, from 0 to 1.'),
  tracesFromOutside: setting(
    'TRACES_FROM_OUTSIDE',
    'linked',
    parse.oneOf('linked', 'continued'),
    'Handling of the `traceparent` of external requests: `linked` starts a new trace with a link to it; `continued` continues it, and lets callers decide what is recorded.',
  ),
} satisfies Record<string, Setting<unknown>>;

/** Factor of the deadlines within the product. Only tests set it, so that a busy machine misses none; it is on no list for operators. */
const deadlineFactor = setting('TEST_DEADLINE_FACTOR', '1', parse.integer(1, 100), 'Factor of the deadlines within the product.');

/** Address of a service in another process: `<NAME>_URL`. */
export const urlSettingOf = ({ name }: Pick<Surface, 'name'>): Setting<string | null> =>
  setting(
    `${name.toUpperCase().replaceAll('-', '_')}_URL`,
    '',
    parse.optional(parse.url('http:')),
    `Address of ${name}, if it runs in another process.`,
  );

/** Values of a process's settings: those of the framework by name, those of services by their declaration. */
export type Settings = { readonly [K in keyof typeof frameworkSettings]: ReturnType<(typeof frameworkSettings)[K]['parse']> } & {
  readonly deadlineFactor: number;
  /** Returns the value of a setting that one of the surfaces declares. Throws for an undeclared one. */
  get<T>(setting: Setting<T>): T;
};

/** Error that lists all invalid settings, one sentence each. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
}

/** All settings of a surface: its address, unless it is public, and its own. */
export const settingsOf = (surface: Surface): readonly Setting<unknown>[] => [
  ...(surface.isPublic ? [] : [urlSettingOf(surface)]),
  ...(surface.settings ?? []),
];

/** All settings of a product with these services. */
export const allSettings = (surfaces: readonly Surface[]): readonly Setting<unknown>[] => [
  ...Object.values(frameworkSettings),
  ...surfaces.flatMap(settingsOf),
];

/** Reads the settings of the framework and of these surfaces. Throws one `SettingsProblem` with all problems. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>, surfaces: readonly Surface[] = []): Settings {
  const problems: string[] = [];
  const values = new Map<string, unknown>();
  for (const { name, default: fallback, parse: reader } of [...allSettings(surfaces), deadlineFactor]) {
    if (values.has(name)) throw new Error(`the setting ${name} is declared twice`);
    try {
      values.set(name, reader(environment[name] ?? fallback));
    } catch (error) {
      values.set(name, undefined);
      problems.push(`${name} ${(error as Error).message}.`);
    }
  }
  const { port, adminPort, metricsPort } = frameworkSettings;
  for (const [own, other] of [
    [adminPort, port],
    [metricsPort, port],
    [metricsPort, adminPort],
  ] as const)
    if (values.get(own.name) && values.get(own.name) === values.get(other.name))
      problems.push(`${own.name} must differ from ${other.name}.`);
  if (problems.length > 0) throw new SettingsProblem(problems.join('\n'));
  const get = <T>({ name }: Setting<T>): T => {
    if (!values.has(name)) throw new Error(`no service of this process declares the setting ${name}`);
    return values.get(name) as T;
  };
  const framework = Object.fromEntries(Object.entries(frameworkSettings).map(([key, { name }]) => [key, values.get(name)]));
  return { ...framework, deadlineFactor: get(deadlineFactor), get } as Settings;
}

/** Name of the variable that names a file with the secret. */
export const fileVariableOf = ({ name }: Pick<Setting<unknown>, 'name'>): string => `${name}_FILE`;

import ipaddr from 'ipaddr.js';
import { parse, type Setting, setting } from './setting.ts';
import type { Surface } from './surface.ts';

const minimumSecretCharacters = 32;

/** Several overlap while one replaces another. */
function secrets(value: string): string[] {
  const named = parse.list(value);
  if (named.some(({ length }) => length < minimumSecretCharacters))
    throw new Error(`must have at least ${minimumSecretCharacters} characters (openssl rand -hex 28); commas separate several secrets`);
  return named;
}

/** Whether it is an origin as browsers write it: `https://app.example.com`, with a port where it is not the usual one. */
export const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*');

/** Throws for what is neither `*` nor an origin as browsers write it. */
function origins(value: string): string[] {
  const named = parse.list(value);
  const wrong = named.find((origin) => origin !== '*' && !isOrigin(origin));
  if (wrong !== undefined) throw new Error(`must be * or origins like https://app.example.com, separated by commas; ${wrong} is none`);
  return named;
}

const isAddressOrRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  ipaddr.IPv6.isValidCIDR(text);

function addressesOrRanges(value: string): string[] {
  const named = parse.list(value);
  const wrong = named.find((proxy) => !isAddressOrRange(proxy));
  if (wrong !== undefined) throw new Error(`must be addresses or ranges like 10.0.0.0/8, separated by commas; ${wrong} is none`);
  return named;
}

/** MySQL's names have at most 64 characters, and a service's name follows. */
function schemaPrefix(value: string): string {
  if (!/^[\w-]{0,40}$/.test(value)) throw new Error('must be at most 40 letters, digits, _ and -');
  return value;
}

/** `name=value` pairs, separated by commas, values percent-encoded, as OpenTelemetry has them. */
function headers(value: string): Readonly<Record<string, string>> {
  const pairs = parse
    .list(value)
    .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()] as const);
  if (!pairs.every(([name, text]) => /^[\w-]+$/.test(name) && /^(?:[^%]|%[\da-f]{2})*$/i.test(text)))
    throw new Error('must be headers like authorization=Bearer%20abc, separated by commas');
  return Object.fromEntries(pairs.map(([name, text]) => [name, decodeURIComponent(text)]));
}

function fraction(value: string): number {
  const number = Number(value);
  if (value === '' || !(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
}

/** The settings of the framework, which every process has. Each service declares its own in its surface. */
export const frameworkSettings = {
  port: setting('PORT', '4242', parse.integer(0, 65_535), 'Port of the public service; of the one service in a process that runs one.'),
  metricsPort: setting(
    'METRICS_PORT',
    '',
    parse.optional(parse.integer(0, 65_535)),
    'Port on which the process shows its metrics to whoever reaches it. Empty: on PORT; at the public service to administrators alone.',
  ),
  host: setting('HOST', '', parse.text, 'Address to listen on. Empty: all addresses.'),
  dataDir: setting('DATA_DIR', './data', parse.text, 'Folder for SQLite files, saved snapshots and generated secrets.'),
  logLevel: setting('LOG_LEVEL', 'warn', parse.oneOf('debug', 'info', 'warn', 'error', 'silent'), 'Least severe log line that is written.'),
  baseUrl: setting(
    'BASE_URL',
    '',
    parse.optional(parse.url('http:', 'https:')),
    'Public address, used in links. Empty: http://localhost:PORT.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'sqlite:',
    parse.url('sqlite:', 'mysql:'),
    '`sqlite:` (one file per service under DATA_DIR) or `mysql://user:password@host:port` (one schema per service). For TLS with `?ssl-mode=REQUIRED`, `VERIFY_CA` or `VERIFY_IDENTITY`, and `ssl-ca` (a file).',
    true,
  ),
  databasePrefix: setting('DATABASE_PREFIX', 'signalbox_', schemaPrefix, "Prefix of the schemas' names on MySQL."),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    '10',
    parse.integer(2, 500),
    'Connections that one service of a process keeps to MySQL at most. While processes are replaced, old and new ones have theirs.',
  ),
  databaseStatementMs: setting(
    'DATABASE_STATEMENT_MS',
    '1100',
    parse.integer(100, 60_000),
    'Milliseconds that one statement on MySQL may take; then its connection is given up and the request is answered 503. At least 100 more than DATABASE_LOCK_MS, whatever is set.',
  ),
  databaseLockMs: setting(
    'DATABASE_LOCK_MS',
    '1000',
    parse.integer(1000, 50_000),
    'Milliseconds that a statement on MySQL waits for a lock, rounded up to whole seconds; then its transaction runs again.',
  ),
  busUrl: setting(
    'BUS_URL',
    'memory:',
    parse.url('memory:', 'amqp:', 'amqps:'),
    '`memory:` (one process) or `amqp://user:password@host:port`.',
    true,
  ),
  busPrefix: setting('BUS_PREFIX', '', parse.text, 'Prefix of exchanges and queues, for several instances on one broker.'),
  cacheUrl: setting('CACHE_URL', 'memory:', parse.url('memory:', 'redis:', 'rediss:'), '`memory:` or `redis://host:port`.', true),
  cachePrefix: setting('CACHE_PREFIX', 'signalbox:', parse.text, 'Prefix of keys in Redis.'),
  internalSecrets: setting(
    'INTERNAL_SECRET',
    '',
    secrets,
    'Shared by all services: authenticates their questions to each other. Needed when services run as processes of their own. Several, separated by commas, overlap during a rotation: the first signs, and all are accepted.',
    true,
  ),
  encryptionKeys: setting(
    'ENCRYPTION_KEY',
    '',
    secrets,
    'Encrypts secrets that a service has to read again, such as those of authenticator apps and keys that sign. Several, separated by commas, overlap during a rotation: the first encrypts, and all decrypt; `npm run rekey` encrypts everything under the first. Empty: INTERNAL_SECRET, or a key that is generated in DATA_DIR.',
    true,
  ),
  bodyLimitBytes: setting(
    'BODY_LIMIT_BYTES',
    '102400',
    parse.integer(1024, 100_000_000),
    'Largest JSON body of an ordinary request (100 kB).',
  ),
  revisionWaitMs: setting(
    'REVISION_WAIT_MS',
    '5000',
    parse.integer(0, 60_000),
    'Milliseconds that a read waits at most for the revision of `If-Min-Revision`; then it is answered 425.',
  ),
  frontendOrigins: setting(
    'FRONTEND_ORIGINS',
    '*',
    origins,
    'Origins whose pages may read what browsers are answered, until an administrator sets others; separated by commas. `*` or empty: all.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    '',
    addressesOrRanges,
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed, by the public service and by each that is reached past it.',
  ),
  secureCookies: setting(
    'SECURE_COOKIES',
    'false',
    parse.yesOrNo,
    'Send the session cookie over HTTPS only, under the name `__Host-unleash-session`.',
  ),
  maintenanceMode: setting(
    'MAINTENANCE_MODE',
    'false',
    parse.yesOrNo,
    'Refuse changes and let jobs rest, whatever administrators have set. Needed by every service with data.',
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    parse.optional(parse.url('http:', 'https:')),
    'Where traces are sent: the base address of a collector that takes OTLP over HTTP, such as `http://localhost:4318`. Empty: there are none.',
  ),
  tracesHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    headers,
    'Headers that the collector asks for: `name=value`, separated by commas, values percent-encoded.',
    true,
  ),
  tracesServiceName: setting(
    'OTEL_SERVICE_NAME',
    '',
    parse.optional(parse.text),
    'What traces call the services of this process. Empty: each `signalbox-` and its name.',
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    parse.oneOf('always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'),
    'Which traces are recorded: all, none, or some by ratio; with `parentbased_`, the service that a trace begins at decides for all others.',
  ),
  tracesRatio: setting('OTEL_TRACES_SAMPLER_ARG', '1', fraction, 'How many traces a sampler by ratio records, from 0 to 1.'),
  tracesFromOutside: setting(
    'TRACES_FROM_OUTSIDE',
    'linked',
    parse.oneOf('linked', 'continued'),
    'What becomes of the `traceparent` that a request from outside brings: `linked` begins a trace that names the other one; `continued` goes on with the other one, and lets callers decide what is recorded.',
  ),
} satisfies Record<string, Setting<unknown>>;

/** Where a service listens, if not in this process: `<NAME>_URL`. */
export const urlSettingOf = ({ name }: Pick<Surface, 'name'>): Setting<string | null> =>
  setting(
    `${name.toUpperCase().replaceAll('-', '_')}_URL`,
    '',
    parse.optional(parse.url('http:')),
    `Where ${name} listens, if not in this process.`,
  );

/** The settings of a process as values: those of the framework by name, those of services by their declaration. */
export type Settings = { readonly [K in keyof typeof frameworkSettings]: ReturnType<(typeof frameworkSettings)[K]['parse']> } & {
  /** The value of a setting that one of the process's surfaces declares. Throws for one that none does. */
  get<T>(setting: Setting<T>): T;
};

/** Several settings are wrong; the message names each of them in a sentence of its own. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
}

/** Every setting that these surfaces bring: where each is reached, unless it is public, and its own. */
export const settingsOf = (surface: Surface): readonly Setting<unknown>[] => [
  ...(surface.isPublic ? [] : [urlSettingOf(surface)]),
  ...(surface.settings ?? []),
];

/** Every setting that a product of these services knows. */
export const allSettings = (surfaces: readonly Surface[]): readonly Setting<unknown>[] => [
  ...Object.values(frameworkSettings),
  ...surfaces.flatMap(settingsOf),
];

/** Reads the settings of the framework and of these surfaces. Throws one `SettingsProblem` with all that is wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>, surfaces: readonly Surface[] = []): Settings {
  const problems: string[] = [];
  const values = new Map<string, unknown>();
  for (const { name, default: fallback, parse: reader } of [...Object.values(frameworkSettings), ...surfaces.flatMap(settingsOf)]) {
    if (values.has(name)) throw new Error(`two settings are called ${name}`);
    try {
      values.set(name, reader(environment[name] ?? fallback));
    } catch (error) {
      values.set(name, undefined);
      problems.push(`${name} ${(error as Error).message}.`);
    }
  }
  if (problems.length > 0) throw new SettingsProblem(problems.join('\n'));
  const get = <T>({ name }: Setting<T>): T => {
    if (!values.has(name)) throw new Error(`no service of this process declares the setting ${name}`);
    return values.get(name) as T;
  };
  const framework = Object.fromEntries(Object.entries(frameworkSettings).map(([key, { name }]) => [key, values.get(name)]));
  return { ...framework, get } as Settings;
}

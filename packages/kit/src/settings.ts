import { isIP, isIPv6 } from 'node:net';

/** One setting as data: how it is read, what it defaults to, what it is for. */
export interface Setting<T> {
  readonly name: string;
  readonly about: string;
  readonly default: string;
  /** Its value is never shown. */
  readonly secret?: boolean;
  /** Throws with what is wrong, without naming the setting. */
  readonly parse: (text: string) => T;
}

const text = (value: string) => value;
const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function integer(minimum: number, maximum: number) {
  return (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum)
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
    return number;
  };
}

function oneOf<const T extends string>(...values: T[]) {
  return (value: string) => {
    if (!values.includes(value as T)) throw new Error(`must be one of ${values.join(', ')}`);
    return value as T;
  };
}

function url(...schemes: string[]) {
  return (value: string) => {
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
      throw new Error(`must be a URL that begins with ${schemes.join(' or ')}`);
    return value;
  };
}

const yesOrNo = (value: string) => oneOf('true', 'false')(value) === 'true';

const optional =
  <T>(parse: (value: string) => T) =>
  (value: string) =>
    value === '' ? null : parse(value);

const minimumSecretCharacters = 32;

function secret(value: string): string {
  if (value.length < minimumSecretCharacters)
    throw new Error(`must have at least ${minimumSecretCharacters} characters (openssl rand -hex 28)`);
  return value;
}

const minimumSecretBits = 224;

/** `<project>:<environment>.<hex>`; the hex part carries the secret. Throws if it is too short to be kept with a plain hash. */
function tokens(value: string): string[] {
  const secrets = list(value);
  for (const secret of secrets) {
    const random = secret.slice(secret.lastIndexOf('.') + 1);
    if (!/^[^:\s]+:[^.\s]+\.[0-9a-f]+$/i.test(secret))
      throw new Error('must be tokens of the form project:environment.hex, separated by commas');
    if (random.length * 4 < minimumSecretBits) {
      throw new Error(
        `holds a token of ${random.length * 4} bits; at least ${minimumSecretBits} are needed (56 hexadecimal digits: openssl rand -hex 28)`,
      );
    }
  }
  return secrets;
}

/** Whether it is an origin as browsers write it: `https://app.example.com`, with a port where it is not the usual one. */
export const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*');

/** Throws for what is neither `*` nor an origin as browsers write it. */
function origins(value: string): string[] {
  const named = list(value);
  const wrong = named.find((origin) => origin !== '*' && !isOrigin(origin));
  if (wrong !== undefined) throw new Error(`must be * or origins like https://app.example.com, separated by commas; ${wrong} is none`);
  return named;
}

const longestPrefix = { 4: 32, 6: 128 };

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longestPrefix[isIPv6(address) ? 6 : 4]);
}

function addressesOrRanges(value: string): string[] {
  const named = list(value);
  const wrong = named.find((proxy) => !isAddressOrRange(proxy));
  if (wrong !== undefined) throw new Error(`must be addresses or ranges like 10.0.0.0/8, separated by commas; ${wrong} is none`);
  return named;
}

/** MySQL's names have at most 64 characters, and a service's name follows. */
function schemaPrefix(value: string): string {
  if (!/^[\w-]{0,40}$/.test(value)) throw new Error('must be at most 40 letters, digits, _ and -');
  return value;
}

function userName(value: string): string {
  if (!/^\S(?:.{0,98}\S)?$/.test(value)) throw new Error('must have 1 to 100 characters and no blanks around them');
  return value;
}

const setting = <T>(name: string, fallback: string, parse: (text: string) => T, about: string, isSecret = false): Setting<T> => ({
  name,
  about,
  default: fallback,
  secret: isSecret,
  parse,
});

/** Every setting of the product. The same names count in both ways of running. */
export const settingsTable = {
  port: setting('PORT', '4242', integer(0, 65_535), 'Port of the gateway; of the one service in a process that runs one.'),
  host: setting('HOST', '', text, 'Address to listen on. Empty: all addresses.'),
  dataDir: setting('DATA_DIR', './data', text, 'Folder for SQLite files, saved snapshots and generated secrets.'),
  logLevel: setting('LOG_LEVEL', 'warn', oneOf('debug', 'info', 'warn', 'error', 'silent'), 'Least severe log line that is written.'),
  baseUrl: setting('BASE_URL', '', optional(url('http:', 'https:')), 'Public address, used in links. Empty: http://localhost:PORT.'),
  initAdminUsername: setting('INIT_ADMIN_USERNAME', 'admin', userName, 'Name of the first administrator, created when there is no user.'),
  initAdminPassword: setting(
    'INIT_ADMIN_PASSWORD',
    '',
    optional(text),
    'Password of the first administrator, taken as it is. Empty: one is generated and printed once.',
    true,
  ),
  initAdminApiTokens: setting(
    'INIT_ADMIN_API_TOKENS',
    '',
    tokens,
    'Admin tokens (`*:*.<hex>`) to create if absent, separated by commas.',
    true,
  ),
  initClientApiTokens: setting(
    'INIT_CLIENT_API_TOKENS',
    '',
    tokens,
    'Client tokens (`project:environment.<hex>`) to create if absent.',
    true,
  ),
  initFrontendApiTokens: setting(
    'INIT_FRONTEND_API_TOKENS',
    '',
    tokens,
    'Frontend tokens (`project:environment.<hex>`) to create if absent.',
    true,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'sqlite:',
    url('sqlite:', 'mysql:'),
    '`sqlite:` (one file per service under DATA_DIR) or `mysql://user:password@host:port` (one schema per service). For TLS with `?ssl-mode=REQUIRED`, `VERIFY_CA` or `VERIFY_IDENTITY`, and `ssl-ca` (a file).',
    true,
  ),
  databasePrefix: setting('DATABASE_PREFIX', 'signalbox_', schemaPrefix, "Prefix of the schemas' names on MySQL."),
  busUrl: setting(
    'BUS_URL',
    'memory:',
    url('memory:', 'amqp:', 'amqps:'),
    '`memory:` (one process) or `amqp://user:password@host:port`.',
    true,
  ),
  busPrefix: setting('BUS_PREFIX', '', text, 'Prefix of exchanges and queues, for several instances on one broker.'),
  cacheUrl: setting('CACHE_URL', 'memory:', url('memory:', 'redis:', 'rediss:'), '`memory:` or `redis://host:port`.', true),
  cachePrefix: setting('CACHE_PREFIX', 'signalbox:', text, 'Prefix of keys in Redis.'),
  internalSecret: setting(
    'INTERNAL_SECRET',
    '',
    optional(secret),
    'Shared by all services: authenticates their questions to each other. Needed when services run as processes of their own.',
    true,
  ),
  identityUrl: setting('IDENTITY_URL', '', optional(url('http:')), 'Where identity listens, if not in this process.'),
  togglesUrl: setting('TOGGLES_URL', '', optional(url('http:')), 'Where toggles listens, if not in this process.'),
  deliveryUrl: setting('DELIVERY_URL', '', optional(url('http:')), 'Where delivery listens, if not in this process.'),
  auditUrl: setting('AUDIT_URL', '', optional(url('http:')), 'Where audit listens, if not in this process.'),
  playgroundUrl: setting('PLAYGROUND_URL', '', optional(url('http:')), 'Where playground listens, if not in this process.'),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    '',
    addressesOrRanges,
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed.',
  ),
  bodyLimitBytes: setting('BODY_LIMIT_BYTES', '102400', integer(1024, 100_000_000), 'Largest JSON body of an ordinary request (100 kB).'),
  bulkLimitBytes: setting('BULK_LIMIT_BYTES', '10485760', integer(1024, 1_000_000_000), 'Largest body of imports (10 MB).'),
  metricsLimitBytes: setting('METRICS_LIMIT_BYTES', '1048576', integer(1024, 100_000_000), 'Largest body of metrics of SDKs (1 MB).'),
  loginsPerMinute: setting('LOGINS_PER_MINUTE', '10', integer(1, 1_000_000_000), 'Requests under /auth/simple per minute and address.'),
  userCreationsPerMinute: setting('USER_CREATIONS_PER_MINUTE', '20', integer(1, 1_000_000_000), 'User creations per minute and address.'),
  sdkRequestsPerMinute: setting(
    'SDK_REQUESTS_PER_MINUTE',
    '6000',
    integer(1, 1_000_000_000),
    'SDK registrations and metrics per minute and address, each.',
  ),
  segmentValues: setting(
    'SEGMENT_VALUES',
    '1000',
    integer(1, 1_000_000),
    'Most values that one segment may hold, over all of its constraints.',
  ),
  strategySegments: setting('STRATEGY_SEGMENTS', '5', integer(1, 1000), 'Most segments that one strategy may use.'),
  mostStreams: setting(
    'MOST_STREAMS',
    '10000',
    integer(0, 1_000_000),
    'Streams of changes that one delivery process keeps open at most; beyond them SDKs are told to poll.',
  ),
  revisionWaitMs: setting(
    'REVISION_WAIT_MS',
    '5000',
    integer(0, 60_000),
    'Milliseconds that a read of an SDK, or a question to the playground, waits at most for the revision of `If-Min-Revision`; then it is answered 425.',
  ),
  playgroundLimit: setting(
    'PLAYGROUND_LIMIT',
    '1000000',
    integer(1, 1_000_000_000),
    'Most evaluations that one request to the playground may ask for: environments x features x contexts.',
  ),
  playgroundBudgetMs: setting(
    'PLAYGROUND_BUDGET_MS',
    '30000',
    integer(1, 3_600_000),
    'How long one request to the playground may be evaluated, in milliseconds; then its answer is cut off.',
  ),
  frontendOrigins: setting(
    'FRONTEND_ORIGINS',
    '*',
    origins,
    'Origins whose pages may read the frontend API and OFREP, until an administrator sets others; separated by commas. `*` or empty: all.',
  ),
  sessionHours: setting('SESSION_HOURS', '48', integer(1, 8760), 'How long a session lives after log-in.'),
  secureCookies: setting('SECURE_COOKIES', 'false', yesOrNo, 'Send the session cookie over HTTPS only.'),
  maintenanceMode: setting(
    'MAINTENANCE_MODE',
    'false',
    yesOrNo,
    'Refuse changes and let jobs rest, whatever administrators have set. Needed by identity and toggles.',
  ),
} satisfies Record<string, Setting<unknown>>;

/** All settings as values: read once at start and passed down. */
export type Settings = { readonly [K in keyof typeof settingsTable]: ReturnType<(typeof settingsTable)[K]['parse']> };

/** Several settings are wrong; the message names each of them in a sentence of its own. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
}

/** Reads every setting from `environment`. Throws one `SettingsProblem` with all that is wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, { name, default: fallback, parse }] of Object.entries(settingsTable)) {
    try {
      values[key] = parse(environment[name] ?? fallback);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`);
    }
  }
  if (problems.length > 0) throw new SettingsProblem(problems.join('\n'));
  return values as Settings;
}

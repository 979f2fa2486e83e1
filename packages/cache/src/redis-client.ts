import { Cluster, Redis } from 'ioredis';

const maxPauseMs = 1000;
const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), maxPauseMs);

/** A client of one Redis server, of the primary that sentinels name, or of a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * Creates a client for the URLs of `openRedisCache`, without connecting it. It rejects commands that it cannot send at once, and those
 * without a response within the timeout. It reconnects for ever.
 */
export function redisClient(urls: readonly string[], prefix: string, timeoutMs: number): RedisClient {
  const parsed = urls.map((url) => new URL(url));
  const [url = new URL('redis:')] = parsed;
  const options = { ...limitsOf(timeoutMs), ...credentialsOf(url), ...(isEncrypted(url) && { tls: {} }), lazyConnect: true };
  if (url.protocol.endsWith('-cluster:')) return new Cluster(parsed.map(hostOf(6379)), clusterOptions(options, prefix, timeoutMs));
  const server = url.protocol.endsWith('-sentinel:') ? primaryOf(parsed, url) : { ...hostOf(6379)(url), db: numberOf(url) };
  return new Redis({ ...options, ...server, keyPrefix: prefix });
}

const limitsOf = (timeoutMs: number) => ({
  commandTimeout: timeoutMs,
  // Nothing waits for a connection: a command that cannot be sent at once is a miss.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 4 * timeoutMs,
  // Disconnects a server that is silent for this long, so that commands do not pile up.
  socketTimeout: 4 * timeoutMs,
  retryStrategy,
  // After a failover, the old primary still responds, but read-only. The server's name may lead to the new one.
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
});

const clusterOptions = (redisOptions: ReturnType<typeof limitsOf>, keyPrefix: string, timeoutMs: number) => ({
  redisOptions,
  keyPrefix,
  lazyConnect: true,
  enableOfflineQueue: false,
  clusterRetryStrategy: retryStrategy,
  slotsRefreshTimeout: 4 * timeoutMs,
});

/** The sentinels, the name of their primary in the path, and their own password, which differs from that of the primary. */
const primaryOf = (sentinels: readonly URL[], { pathname, searchParams }: URL) => ({
  sentinels: sentinels.map(hostOf(26_379)),
  name: decodeURIComponent(pathname.slice(1)),
  sentinelRetryStrategy: retryStrategy,
  // Notices that a primary was replaced although its connection is still open.
  failoverDetector: true,
  enableTLSForSentinelMode: sentinels.every(isEncrypted),
  ...(sentinels.every(isEncrypted) && { sentinelTLS: {} }),
  ...(searchParams.has('sentinelPassword') && { sentinelPassword: searchParams.get('sentinelPassword') ?? '' }),
});

const isEncrypted = ({ protocol }: URL): boolean => protocol.startsWith('rediss');

const credentialsOf = ({ username, password }: URL) => ({
  ...(username && { username: decodeURIComponent(username) }),
  ...(password && { password: decodeURIComponent(password) }),
});

const hostOf =
  (defaultPort: number) =>
  ({ hostname, port }: URL): { host: string; port: number } => ({
    host: hostname.replace(/^\[|\]$/g, '') || 'localhost',
    port: Number(port || defaultPort),
  });

/** Number of the database in `redis://host/2`. */
const numberOf = ({ pathname }: URL): number => Number(pathname.slice(1) || 0);

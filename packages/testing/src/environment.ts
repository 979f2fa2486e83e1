import { randomBytes } from 'node:crypto';

/** How a test file is being run: in one process alone, or against real servers under a prefix of its own. */
export interface TestEnvironment {
  /** `standalone`: SQLite and memory. `distributed`: MySQL, RabbitMQ and Redis; a URL is absent where there is no server. */
  readonly way: 'standalone' | 'distributed';
  readonly mysqlUrl?: string;
  readonly amqpUrl?: string;
  readonly redisUrl?: string;
  /** The browser that pages are tried in, where it is not one that is installed. */
  readonly chromium?: string;
  /** JSON of where a product runs that journeys are to use instead of one of their own. */
  readonly runningProduct?: string;
  /** The entry file that processes of the product run: that of a bundle, which starts in half the time. Absent: the files. */
  readonly entry?: string;
  /** Begins the name of every schema, exchange, queue and key, so that runs never meet and a run can be cleaned up after. */
  readonly prefix: string;
  /** Least severe log line of the services under test: `silent` unless `TEST_LOG` says otherwise. */
  readonly logLevel: string;
}

/** Read once: the environment of this process. Every test takes its servers and its prefix from here. */
export const testEnvironment: TestEnvironment = readTestEnvironment(process.env);

/** Reads `TEST_WAY`, `TEST_MYSQL_URL`, `TEST_AMQP_URL`, `TEST_REDIS_URL`, `TEST_PREFIX`, `TEST_LOG`, `TEST_PRODUCT`, `TEST_ENTRY` and `CHROMIUM`; throws on an unknown way. */
export function readTestEnvironment(variables: Record<string, string | undefined>): TestEnvironment {
  const way = variables['TEST_WAY'] || 'standalone';
  if (way !== 'standalone' && way !== 'distributed') throw new Error(`TEST_WAY must be standalone or distributed, not ${way}`);
  return {
    way,
    ...(variables['TEST_MYSQL_URL'] ? { mysqlUrl: variables['TEST_MYSQL_URL'] } : {}),
    ...(variables['TEST_AMQP_URL'] ? { amqpUrl: variables['TEST_AMQP_URL'] } : {}),
    ...(variables['TEST_REDIS_URL'] ? { redisUrl: variables['TEST_REDIS_URL'] } : {}),
    ...(variables['CHROMIUM'] ? { chromium: variables['CHROMIUM'] } : {}),
    ...(variables['TEST_ENTRY'] ? { entry: variables['TEST_ENTRY'] } : {}),
    ...(variables['TEST_PRODUCT'] ? { runningProduct: variables['TEST_PRODUCT'] } : {}),
    logLevel: variables['TEST_LOG'] || 'silent',
    prefix: variables['TEST_PREFIX'] || `test-${randomBytes(4).toString('hex')}-`,
  };
}

import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';

/** Environment of a test file: a single process, or servers under a separate prefix. */
export interface TestEnvironment {
  /** `standalone`: SQLite and memory. `distributed`: MySQL, RabbitMQ and Redis. A URL is absent without a server. */
  readonly way: 'standalone' | 'distributed';
  readonly mysqlUrl?: string;
  readonly amqpUrl?: string;
  readonly redisUrl?: string;
  /** Browser for tests of pages, if not an installed one. */
  readonly chromium?: string;
  /** Location of a running product (JSON), which journeys use instead of starting one. */
  readonly runningProduct?: string;
  /** Entry file of the product's processes: the source file, or in complete runs that of a bundle, which starts in a third of the time. */
  readonly entry: string;
  /** Prefix of all schemas, exchanges, queues and keys, so that runs are independent and can be cleaned up. */
  readonly prefix: string;
  /** Folder in which tests record the statements and events of services, for the runs that check them. */
  readonly records?: string;
  /** Start of all chance in tests. `TEST_SEED` repeats that of another run. */
  readonly seed: number;
  /** Minimum log level of the services under test: `silent` unless `TEST_LOG` is set. */
  readonly logLevel: string;
}

/** Settings that keep a busy machine from missing deadlines. Tests of deadlines override them. */
export const longDeadlines = { TEST_DEADLINE_FACTOR: '20', AUDIT_SEARCH_BUDGET_MS: '60000' } as const;

/** Environment of this process, read once. Every test takes its servers and its prefix from here. */
export const testEnvironment: TestEnvironment = readTestEnvironment(process.env);

/**
 * Reads `TEST_WAY`, `TEST_MYSQL_URL`, `TEST_AMQP_URL`, `TEST_REDIS_URL`, `TEST_PREFIX`, `TEST_SEED`, `TEST_LOG`, `TEST_PRODUCT`, `TEST_ENTRY`,
 * `TEST_RECORDS` and `CHROMIUM`. Throws for an unknown way.
 */
export function readTestEnvironment(variables: Record<string, string | undefined>): TestEnvironment {
  const way = variables['TEST_WAY'] || 'standalone';
  if (way !== 'standalone' && way !== 'distributed') throw new Error(`TEST_WAY must be standalone or distributed, not ${way}`);
  return {
    way,
    ...(variables['TEST_MYSQL_URL'] ? { mysqlUrl: variables['TEST_MYSQL_URL'] } : {}),
    ...(variables['TEST_AMQP_URL'] ? { amqpUrl: variables['TEST_AMQP_URL'] } : {}),
    ...(variables['TEST_REDIS_URL'] ? { redisUrl: variables['TEST_REDIS_URL'] } : {}),
    ...(variables['CHROMIUM'] ? { chromium: variables['CHROMIUM'] } : {}),
    ...(variables['TEST_PRODUCT'] ? { runningProduct: variables['TEST_PRODUCT'] } : {}),
    ...(variables['TEST_RECORDS'] ? { records: variables['TEST_RECORDS'] } : {}),
    entry: variables['TEST_ENTRY'] || join(import.meta.dirname, '../../../services/standalone/src/main.ts'),
    seed: Number(variables['TEST_SEED'] ?? randomInt(1_000_000)),
    logLevel: variables['TEST_LOG'] || 'silent',
    prefix: variables['TEST_PREFIX'] || `test-${randomBytes(4).toString('hex')}-`,
  };
}

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findServers, type Servers } from '../../packages/testing/src/servers.ts';

/** The environment that all services share, and the servers that were started for it. */
export interface DistributedEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  readonly servers: Servers;
}

/**
 * Finds servers for unset URLs as `npm test` does, and derives prefixes from DATA_DIR, so that two checkouts never share tables or queues.
 * Throws if a server is missing, with its name.
 */
export async function findEnvironment(given: NodeJS.ProcessEnv, say: (sentence: string) => void): Promise<DistributedEnvironment> {
  const dataDir = resolve(given['DATA_DIR'] ?? './data');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const required = [
    given['DATABASE_URL'] ? [] : ['mysql' as const],
    given['BUS_URL'] ? [] : ['rabbit' as const],
    given['CACHE_URL'] ? [] : ['redis' as const],
  ].flat();
  const servers = await findServers({ required, folder: join(dataDir, 'servers'), report: say });
  const prefix = `signalbox-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
  const url = (name: string, found: { url?: string; reason?: string }) => {
    const value = given[name] ?? found.url;
    if (!value) throw new Error(`${name} is unset and no server was found: ${found.reason ?? ''}`);
    return value;
  };
  try {
    const environment = {
      HOST: given['HOST'] ?? '',
      DATA_DIR: dataDir,
      DATABASE_URL: url('DATABASE_URL', servers.mysql),
      BUS_URL: url('BUS_URL', servers.rabbit),
      CACHE_URL: url('CACHE_URL', servers.redis),
      DATABASE_PREFIX: given['DATABASE_PREFIX'] ?? prefix,
      BUS_PREFIX: given['BUS_PREFIX'] ?? prefix,
      CACHE_PREFIX: given['CACHE_PREFIX'] ?? prefix,
      INTERNAL_SECRET: given['INTERNAL_SECRET'] ?? storedSecret(join(dataDir, 'internal-secret')),
      // The same key file as in one process, so that both ways of running can read the same data.
      ENCRYPTION_KEY: given['ENCRYPTION_KEY'] ?? storedSecret(join(dataDir, 'encryption-key')),
    };
    return { environment, servers };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

/** Returns a secret that is created at the first start. Only its owner can read the file. */
function storedSecret(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFreePort, startPrivatePostgres } from '@signalbox/testing/servers';
import { whenHealthy } from '../journeys/when-healthy.ts';
import { root } from '../../tools/testing/root.ts';

/** The reference server as a black box: one address, its tokens and its processes. */
export interface Reference {
  readonly url: string;
  readonly tokens: { readonly admin: string; readonly client: string; readonly frontend: string };
  readonly password: string;
  readonly databaseUrl: string;
  readonly serverPid: number;
  /** The postmaster; each connection is a child of it. */
  readonly databasePid: number;
  close(): Promise<void>;
}

const startLimitMs = 90_000;
/** Initial password of the administrator, according to its documentation. */
const password = 'unleash4all';

/**
 * Starts the published npm package `unleash-server` on its own PostgreSQL, with these experimental flags on. The first call installs
 * the package.
 */
export async function startReference(
  version: string,
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<Reference> {
  const folder = install(version);
  const database = await startPrivatePostgres();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const secret = () => randomBytes(28).toString('hex');
  const tokens = { admin: `*:*.${secret()}`, client: `*:development.${secret()}`, frontend: `*:development.${secret()}` };
  const environment = {
    NODE_OPTIONS: '--disable-warning=DeprecationWarning',
    DATABASE_URL: database.url,
    DATABASE_SSL: 'false',
    HTTP_HOST: '127.0.0.1',
    PORT: String(port),
    CHECK_VERSION: 'false',
    SEND_TELEMETRY: 'false',
    LOG_LEVEL: 'fatal',
    INIT_ADMIN_API_TOKENS: tokens.admin,
    INIT_CLIENT_API_TOKENS: tokens.client,
    INIT_FRONTEND_API_TOKENS: tokens.frontend,
  };
  const experimental = JSON.stringify({ flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
  const start = `import { start } from 'unleash-server'; await start({ experimental: ${experimental} });`;
  const main = flags.length > 0 ? ['--input-type=module', '--eval', start] : [join(folder, 'node_modules/unleash-server/dist/server.js')];
  const server = spawn(process.execPath, main, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, ...settings },
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const close = async () => {
    server.kill('SIGKILL');
    await ended;
    await database.close();
  };
  try {
    await whenHealthy(url, startLimitMs);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, tokens, password, databaseUrl: database.url, serverPid: server.pid ?? 0, databasePid: database.pid, close };
}

/** Installs into another folder and renames it, because several test processes may install at once. */
function install(version: string): string {
  const folder = join(root, 'node_modules/.cache/reference', version);
  if (existsSync(folder)) return folder;
  process.stdout.write(`Installing unleash-server ${version}\n`);
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const args = ['install', '--prefix', draft, '--no-audit', '--no-fund', '--ignore-scripts', `unleash-server@${version}`];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm cannot install unleash-server ${version}: ${stderr}`);
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return folder;
}

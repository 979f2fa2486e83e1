import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openStandalone } from '@signalbox/standalone';
import { surfaces } from '@signalbox/standalone/services';
import { type Client, eventually, openClient, settingsOf, testEnvironment, type Workspace } from '@signalbox/testing';
import { Agent } from 'undici';

const password = 'A backup of 1000 rows';
const limitMs = 20_000;
const secret = () => randomBytes(28).toString('hex');

/** Tokens created at the first start of an instance. */
export const newTokens = () => ({
  admin: `*:*.${secret()}`,
  client: `default:development.${secret()}`,
  frontend: `default:development.${secret()}`,
});

export type Tokens = ReturnType<typeof newTokens>;

/** The product in this process, on the data of a workspace. */
export interface Instance {
  readonly url: string;
  readonly admin: Client;
  readonly clients: Readonly<Record<'client' | 'frontend', Client>>;
  /** The first administrator, with a separate session. */
  logIn(): Promise<Client>;
  close(): Promise<void>;
}

/** Opens the instance and creates missing tokens. Waits until SDK requests succeed. Jobs would change the instance between two reads. */
export async function openInstance(
  workspace: Workspace,
  tokens: Tokens,
  further: Readonly<Record<string, string>> = {},
  { runsJobs = true }: { readonly runsJobs?: boolean } = {},
): Promise<Instance> {
  const own = { PORT: '0', HOST: '127.0.0.1', INIT_ADMIN_PASSWORD: password, RATE_LIMIT: '0', ...further };
  const standalone = await openStandalone({ settings: settingsOf(workspace, own, surfaces), instrument: { runsJobs } });
  const url = `http://127.0.0.1:${standalone.port}`;
  const agent = new Agent();
  const as = (headers: Record<string, string>) => openClient(url, agent, () => headers);
  const instance: Instance = {
    url,
    admin: as({ authorization: tokens.admin }),
    clients: { client: as({ authorization: tokens.client }), frontend: as({ authorization: tokens.frontend }) },
    async logIn() {
      const { headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
      const [cookie = ''] = String(headers['set-cookie']).split(';');
      return as({ cookie });
    },
    async close() {
      await agent.destroy();
      await standalone.close();
    },
  };
  await eventually(async () => (await instance.clients.client.get('/api/client/features')).status === 200, limitMs);
  return instance;
}

/** Settings that create the tokens at the first start. */
export const initialTokens = ({ admin, client, frontend }: Tokens) => ({
  INIT_ADMIN_API_TOKENS: admin,
  INIT_CLIENT_API_TOKENS: client,
  INIT_FRONTEND_API_TOKENS: frontend,
});

/** Result of a command. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run backup` or `npm run restore` in its own process on the data of a workspace. */
export const command = (name: 'backup' | 'restore', workspace: Workspace, file: string, ...words: string[]): Promise<Ended> =>
  run(workspace, [testEnvironment.entry, name, name === 'backup' ? '--to' : '--from', file, ...words]);

/** Runs a file with Node on the data of a workspace, with additional settings. */
export async function run(workspace: Workspace, words: readonly string[], further: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { way, mysqlUrl = '' } = testEnvironment;
  const database: Record<string, string> = way === 'standalone' ? {} : { DATABASE_URL: mysqlUrl };
  const INTERNAL_SECRET = settingsOf(workspace).internalSecrets.join(',');
  const own = { DATA_DIR: workspace.dataDir, DATABASE_PREFIX: workspace.prefix, TEST_PREFIX: testEnvironment.prefix, INTERNAL_SECRET };
  const env = { ...process.env, ...database, ...own, ...further };
  const child = spawn(process.execPath, [...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}

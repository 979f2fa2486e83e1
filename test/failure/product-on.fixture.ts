import { randomBytes } from 'node:crypto';
import { openStandalone } from '@signalbox/standalone';
import { surfaces } from '@signalbox/standalone/services';
import { type Client, eventually, newWorkspace, openClient, removeWorkspace, settingsOf } from '@signalbox/testing';
import { Agent } from 'undici';

const secret = () => randomBytes(28).toString('hex');
const password = 'bad servers, good days';
const timeoutMs = 10_000;

/** The product in this process, on servers that a test will disturb. */
export interface ProductOn {
  readonly url: string;
  readonly admin: Client;
  readonly application: Client;
  /** Uses a new token. */
  readonly unknownToken: Client;
  /** Logs the first administrator in and returns the status. */
  logIn(): Promise<number>;
  close(): Promise<void>;
}

/** Opens the product on the servers in these settings; others are in this process. */
export async function openProductOn(servers: Readonly<Record<string, string>>): Promise<ProductOn> {
  const workspace = await newWorkspace(surfaces);
  const tokens = { admin: `*:*.${secret()}`, client: `default:development.${secret()}` };
  const inProcess = { DATABASE_URL: 'sqlite:', BUS_URL: 'memory:', CACHE_URL: 'memory:' };
  const settings = settingsOf(
    workspace,
    {
      ...inProcess,
      ...servers,
      // Tests measure the deadlines of the product itself.
      TEST_DEADLINE_FACTOR: '1',
      PORT: '0',
      HOST: '127.0.0.1',
      LOGINS_PER_MINUTE: '1000',
      INIT_ADMIN_PASSWORD: password,
      INIT_ADMIN_API_TOKENS: tokens.admin,
      INIT_CLIENT_API_TOKENS: tokens.client,
    },
    surfaces,
  );
  const standalone = await openStandalone({ settings });
  const url = `http://127.0.0.1:${standalone.port}`;
  const agent = new Agent({ headersTimeout: timeoutMs });
  const as = (headers: Record<string, string>) => openClient(url, agent, () => headers);
  const product: ProductOn = {
    url,
    admin: as({ authorization: tokens.admin }),
    application: as({ authorization: tokens.client }),
    unknownToken: as({ authorization: `*:*.${secret()}` }),
    logIn: async () => (await as({}).post('/auth/simple/login', { username: 'admin', password })).status,
    async close() {
      await agent.destroy();
      await standalone.close();
      await removeWorkspace(workspace);
    },
  };
  await eventually(async () => (await product.application.get('/api/client/features')).status === 200, timeoutMs);
  return product;
}

export const features = '/api/admin/projects/default/features';

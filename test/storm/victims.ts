import { testEnvironment } from '@signalbox/testing';
import { readChoice } from '../../tools/testing/read-choice.ts';
import type { Ground } from '../failure/ground.ts';
import type { Product } from '../journeys/product.ts';
import { type SpawnedRelay, spawnRelay } from '../relay/spawn-relay.ts';

/** Processes that applications depend on. */
export interface Victims {
  readonly title: string;
  /** The address that applications connect to. */
  readonly url: string;
  /** Kills the processes with SIGKILL and starts them again. Resolves when they have been started. */
  kill(): Promise<void>;
  readonly pids: () => ReadonlyMap<string, number>;
  close(): Promise<void>;
}

type OpenVictims = (product: Product, ground: Ground | null) => Promise<Victims>;

const killed =
  (title: string, names: readonly string[]): OpenVictims =>
  async (product) => ({ title, url: product.url, kill: () => restart(product, names), pids: product.pids, close: async () => undefined });

async function restart({ processes }: Product, names: readonly string[]): Promise<void> {
  for (const name of names) await processes?.services.get(name)?.stop('SIGKILL');
  for (const name of names) processes?.services.get(name)?.start();
}

/** The servers are back first, as after the failure of a data centre. */
const afterServers: OpenVictims = async (product, ground) => ({
  ...(await killed('database and broker, then delivery', ['delivery'])(product, ground)),
  async kill() {
    const servers = ground ? [ground.mysql.server, ground.rabbit.server] : [];
    await Promise.all(servers.map((server) => server.stop()));
    await product.processes?.services.get('delivery')?.stop('SIGKILL');
    await Promise.all(servers.map((server) => server.start()));
    product.processes?.services.get('delivery')?.start();
  },
});

const crashed: OpenVictims = async (product) => ({
  title: 'the process',
  url: product.url,
  kill: product.crash,
  pids: product.pids,
  close: async () => undefined,
});

/** Applications use the second relay, and both are killed. */
const relays: OpenVictims = async (product) => {
  const isServing = async (url: string) =>
    (await fetch(`${url}/api/client/features`, { headers: { authorization: product.tokens.client } })).ok;
  const open = async (upstream: string, port?: number) =>
    spawnRelay(
      { UPSTREAM_URL: upstream, TOKENS: product.tokens.client, MAX_STREAMS: '30000', SDK_REQUESTS_PER_MINUTE: '100000000' },
      { isServing, bundled: true, ...(port !== undefined && { port }) },
    );
  let first = await open(product.url);
  let second = await open(first.url);
  const portOf = ({ url }: SpawnedRelay) => Number(new URL(url).port);
  return {
    title: 'two relays in a row',
    url: second.url,
    async kill() {
      await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')]);
      first = await open(product.url, portOf(first));
      second = await open(first.url, portOf(second));
    },
    pids: () => new Map([...product.pids(), ['relay 1', first.pid], ['relay 2', second.pid]]),
    close: async () => void (await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')])),
  };
};

const victims = {
  standalone: { process: crashed, relays },
  distributed: {
    delivery: killed('delivery', ['delivery']),
    gateway: killed('the gateway', ['gateway']),
    both: killed('the gateway and delivery', ['gateway', 'delivery']),
    servers: afterServers,
  },
} satisfies Record<string, Record<string, OpenVictims>>;

/** The victims of this way of running: all of them, or the named ones. */
export function chooseVictims(name: string): readonly OpenVictims[] {
  const own: Readonly<Record<string, OpenVictims>> = victims[testEnvironment.way];
  if (name === '') return Object.values(own);
  const chosen = own[readChoice(Object.keys(own), name, '--kill')];
  return chosen ? [chosen] : [];
}

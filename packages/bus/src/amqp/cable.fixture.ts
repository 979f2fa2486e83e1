import { once } from 'node:events';
import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net';

/** A connection between client and broker that tests can interrupt. */
export interface Cable {
  /** Address of the broker through this cable. */
  readonly url: string;
  /** Breaks all connections and refuses further ones. */
  unplug(): Promise<void>;
  plug(): Promise<void>;
  /** Breaks all connections. The next one succeeds. */
  cut(): void;
  /** Holds back data from the broker while connections stay open. With `afterBytes`, only once that much more has arrived. */
  muffle(afterBytes?: number): void;
  /** Delivers the data that was held back, and all that follows. */
  unmuffle(): void;
}

/** Lays a cable to the broker at that address. */
export async function layCable(brokerUrl: string): Promise<Cable> {
  const broker = new URL(brokerUrl);
  const port = Number(broker.port || 5672);
  const pairs = new Set<Pair>();
  let allowance = Infinity;
  const server = createServer((near) => {
    const pair: Pair = { near, far: dial(port, broker.hostname) };
    pairs.add(pair);
    join(pair, () => pairs.delete(pair));
    pair.far.on('data', (chunk: Buffer) => {
      if (chunk.length <= allowance) {
        allowance -= chunk.length;
        near.write(chunk);
        return;
      }
      allowance = 0;
      pair.far.pause();
      pair.far.unshift(chunk);
    });
  });
  const cut = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
  };
  const plug = async (at = 0) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await plug();
  broker.host = `127.0.0.1:${own}`;
  return {
    url: broker.href,
    cut,
    plug: async () => void (await plug(own)),
    unplug: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    muffle: (afterBytes = 0) => {
      allowance = afterBytes;
    },
    unmuffle: () => {
      allowance = Infinity;
      for (const { far } of pairs) far.resume();
    },
  };
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

function join({ near, far }: Pair, ended: () => void): void {
  near.on('data', (chunk: Buffer) => far.write(chunk));
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => undefined);
    one.on('close', () => {
      other.destroy();
      ended();
    });
  }
}

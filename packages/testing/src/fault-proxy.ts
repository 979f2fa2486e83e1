import { connect, createServer, type Socket } from 'node:net';

/** Fault of connections through the proxy. Absent fields have no effect. */
export interface Fault {
  /** Delays every chunk, in both directions, in order. */
  readonly delayMs?: number;
  /** Drops data in one or both directions while the connection stays open: a half-open connection. */
  readonly drop?: 'requests' | 'answers' | 'both';
  /** Resets existing and new connections. */
  readonly reset?: boolean;
}

/** A TCP proxy in front of a server, for faults that the server itself cannot simulate: slow, silent or broken connections. */
export interface FaultProxy {
  readonly port: number;
  /** The given URL with the host and port of the proxy. */
  readonly url: string;
  /** Applies from now on, also to existing connections. An empty fault ends all faults. */
  inject(fault: Fault): void;
  /** Directs new connections to the host and port of this URL, like a moved name. Existing ones stay. */
  leadTo(targetUrl: string): void;
  /** Number of open connections. */
  readonly connections: number;
  /** Closes all connections and stops listening. */
  close(): Promise<void>;
}

/** Opens a proxy on a free port of the loopback interface to the host and port of the URL. */
export async function openFaultProxy(targetUrl: string): Promise<FaultProxy> {
  let target = new URL(targetUrl);
  const pairs = new Set<Pair>();
  let fault: Fault = {};
  const server = createServer((client) => {
    if (fault.reset) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    pairs.add(join({ client, upstream }, () => fault, pairs));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = Object.assign(new URL(targetUrl), { host: `127.0.0.1:${port}` });
  return {
    port,
    url: url.href,
    get connections() {
      return pairs.size;
    },
    leadTo: (next) => {
      target = new URL(next);
    },
    inject: (next) => {
      fault = next;
      if (fault.reset) for (const pair of pairs) cut(pair);
    },
    close: async () => {
      for (const pair of pairs) cut(pair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

function join(pair: Pair, fault: () => Fault, pairs: Set<Pair>): Pair {
  const { client, upstream } = pair;
  pass(client, upstream, 'requests', fault);
  pass(upstream, client, 'answers', fault);
  for (const socket of [client, upstream]) {
    socket.on('error', () => cut(pair));
    socket.on('close', () => {
      pairs.delete(pair);
      cut(pair);
    });
  }
  return pair;
}

/**
 * Forwards one direction. Reading pauses while a chunk is delayed or the other side is slow, which preserves the order and limits memory.
 */
function pass(from: Socket, to: Socket, direction: 'requests' | 'answers', fault: () => Fault): void {
  from.on('data', (chunk) => {
    const { drop, delayMs = 0 } = fault();
    if (drop === direction || drop === 'both') return;
    from.pause();
    const forward = () => to.write(chunk, () => from.resume());
    if (delayMs > 0) setTimeout(forward, delayMs);
    else forward();
  });
  from.on('end', () => to.end());
}

function cut({ client, upstream }: Pair): void {
  client.resetAndDestroy();
  upstream.resetAndDestroy();
}

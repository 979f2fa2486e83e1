import { connect, createServer, type Socket } from 'node:net';

/** What a connection through a fault proxy suffers. Absent fields do no harm. */
export interface Fault {
  /** Holds every chunk back for this long, in both directions, keeping their order. */
  readonly delayMs?: number;
  /** Swallows what flows in one or both directions while the connection stays open: a half-open connection. */
  readonly drop?: 'requests' | 'answers' | 'both';
  /** Answers new connections with a reset, and resets those that exist. */
  readonly reset?: boolean;
}

/** A TCP proxy in front of a server, for what cannot be done to the server itself: slow, silent or cut connections. */
export interface FaultProxy {
  readonly port: number;
  /** The given URL with host and port replaced by the proxy's. */
  readonly url: string;
  /** From now on, existing connections included. An empty fault is a sound network again. */
  inject(fault: Fault): void;
  /** New connections lead to the host and port of this URL, as when a name is moved; existing ones stay where they are. */
  leadTo(targetUrl: string): void;
  /** How many connections are open through it. */
  readonly connections: number;
  /** Cuts every connection and stops listening. */
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

/** One direction. Reading pauses while a chunk is held back or the other side is slow, so that order and memory keep. */
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

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Spreads connections over the processes of one service, as a cluster's service does: it knows nothing of what they say. */
export interface Balancer {
  readonly url: string;
  /** New connections go there, too. */
  add(port: number): void;
  /** No new connection goes there; those that exist stay. */
  remove(port: number): void;
  close(): Promise<void>;
}

/** Opens one on a free port of the loopback interface. A process that refuses a connection is passed over for the next one. */
export async function openBalancer(): Promise<Balancer> {
  const targets: number[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    turn += 1;
    const order = targets.map((_, index) => targets[(turn + index) % targets.length] ?? 0);
    client.on('error', () => undefined);
    connectFirst(order, (upstream) => (upstream ? join(client, upstream, sockets) : client.resetAndDestroy()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port) => void (targets.includes(port) || targets.push(port)),
    remove: (port) => void targets.splice(0, targets.length, ...targets.filter((target) => target !== port)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function connectFirst([port, ...others]: readonly number[], use: (upstream: Socket | null) => void): void {
  if (port === undefined) return use(null);
  const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const pass = () => connectFirst(others, use);
  upstream.once('error', pass);
  upstream.once('connect', () => {
    upstream.off('error', pass);
    use(upstream);
  });
}

/** The end of one side, and a broken connection, reach the other as what they are. */
function join(client: Socket, upstream: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroySoon();
    });
  }
}

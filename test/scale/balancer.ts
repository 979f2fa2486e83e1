import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Distributes connections over the processes of one service, like a Service in a cluster, without reading their content. */
export interface Balancer {
  readonly url: string;
  /** Adds a process for new connections. */
  add(port: number): void;
  /** Stops new connections to the process; existing ones continue. */
  remove(port: number): void;
  close(): Promise<void>;
}

/** Opens a balancer on a free port of the loopback interface. If a process refuses a connection, it uses the next one. */
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

/** Forwards the end of one side, or a broken connection, to the other side. */
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

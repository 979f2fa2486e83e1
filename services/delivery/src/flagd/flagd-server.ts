import { readFile } from 'node:fs/promises';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { allowOrigin, answerPreflight, type OpenParts } from '@signalbox/kit';
import { serveEvaluation } from './evaluation-service.ts';
import { serveSync, type SyncParts } from './sync-service.ts';

/** The open port. */
export interface FlagdServer {
  readonly port: number;
  close(): Promise<void>;
}

const maxMessageBytes = 1_000_000;
const keepAliveMs = 30_000;
/** Beginning of each HTTP/2 connection. */
const http2Preface = 'PRI';

/** Files as PEM; an empty certificate means plaintext. */
interface FlagdPort {
  readonly port: number;
  readonly certificate: string;
  readonly key: string;
}

/** Opens the port of flagd's protocols: gRPC, gRPC-Web and Connect, over HTTP/2 and HTTP/1.1. */
export async function openFlagd(
  { port, certificate, key }: FlagdPort,
  parts: SyncParts,
  opened: Pick<OpenParts, 'access' | 'settings'>,
): Promise<FlagdServer> {
  const handle = connectNodeAdapter({
    routes: (router) => {
      serveEvaluation(router, parts);
      serveSync(router, parts);
    },
    readMaxBytes: maxMessageBytes,
  });
  const listener: Listener = (request, response) => {
    const [plain, answer] = [request as IncomingMessage, response as ServerResponse];
    allowOrigin(opened, plain, answer);
    if (request.method === 'OPTIONS') answerPreflight(plain, answer);
    else handle(request, response);
  };
  const sockets = new Set<Socket>();
  const server = await serverFor(listener, certificate, key);
  server.on('connection', (socket: Socket) => {
    socket.setKeepAlive(true, keepAliveMs);
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Both versions of HTTP have the same interface. */
type Listener = (request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse) => void;

/** With a certificate, TLS chooses the version of HTTP. In plaintext, the first bytes of a connection tell it. */
async function serverFor(listener: Listener, certificate: string, key: string): Promise<Server> {
  if (certificate) {
    const [cert, secret] = await Promise.all([readFile(certificate), readFile(key)]);
    return createSecureServer({ cert, key: secret, allowHTTP1: true }, listener);
  }
  const [modern, classic] = [createHttp2Server(listener), createPlainServer(listener)];
  return createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      socket.pause();
      socket.unshift(bytes);
      (bytes.toString('latin1').startsWith(http2Preface) ? modern : classic).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
}

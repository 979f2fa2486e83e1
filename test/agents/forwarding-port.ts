import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A port that forwards requests, and adds the token of an agent for judges that cannot send one. Everything else passes unchanged. */
export async function openForwardingPort(
  url: string,
  { token, at = 0 }: { readonly token?: string; readonly at?: number },
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server: Server = createServer((request, response) => {
    const headers = { ...request.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const forwarded = send(new URL(request.url ?? '/', url), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  return openPort(server, at);
}

/** Listens on the loopback address. */
export async function openPort(server: Server, at = 0): Promise<{ readonly url: string; readonly close: () => void }> {
  await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

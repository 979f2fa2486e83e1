import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** Sends a body that browsers cache and revalidate each time. */
export async function sendCached(response: ServerResponse, type: string, body: string | Buffer, policy: string): Promise<void> {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { etag, 'cache-control': 'no-cache', 'content-security-policy': policy };
  if (response.req.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { decodeText } from '@signalbox/contracts/decode-text';
import type { Upstream, UpstreamRequest, UpstreamResponse } from '../upstream/upstream.ts';

interface SimpleFeature {
  readonly enabled?: boolean;
  readonly variant?: string;
}

/**
 * An upstream that is a file: a response of `/api/client/features`, or the simple form `{name: {enabled, variant}}`. It accepts usage
 * reports, and drops them.
 */
export class BootstrapFile implements Pick<Upstream, 'send' | 'stream' | 'close'> {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async send({ path, headers = {} }: UpstreamRequest): Promise<UpstreamResponse> {
    if (path === '/edge/validate') return { status: 200, headers: {}, text: '{"tokens":[]}' };
    if (path !== '/api/client/features') return { status: 202, headers: {}, text: '' };
    const text = bodyOf(decodeText(await readFile(this.#path)));
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    return headers['if-none-match'] === etag ? { status: 304, headers: { etag }, text: '' } : { status: 200, headers: { etag }, text };
  }

  /** Like an upstream that offers no streams, so that the relay polls. */
  stream(): Promise<{ readonly status: number; readonly body: Readable }> {
    return Promise.resolve({ status: 404, body: Readable.from([]) });
  }

  close(): void {
    // Nothing is open between two reads.
  }
}

function bodyOf(text: string): string {
  const content = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (Array.isArray(content['features'])) return text;
  return JSON.stringify({ features: Object.entries(content).map(([name, feature]) => featureOf(name, feature as SimpleFeature)) });
}

function featureOf(name: string, { enabled = false, variant }: SimpleFeature): object {
  const variants = variant === undefined ? [] : [{ name: variant, weight: 1000, weightType: 'fix', stickiness: 'default' }];
  return { name, enabled, strategies: [{ name: 'default' }], variants };
}

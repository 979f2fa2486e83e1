import { gzipSync } from 'node:zlib';

/** A body that is dear to whoever reads it. */
export interface HostileBody {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };

/** By what they are, made when they are asked for. */
export const hostileBodies: Readonly<Record<string, () => HostileBody>> = {
  'nested 90,000 deep': () => ({ bytes: Buffer.from('['.repeat(90_000)), headers: json }),
  'a gzip of 100 MB': () => ({ bytes: gzipSync(Buffer.alloc(100_000_000, '[')), headers: { ...json, 'content-encoding': 'gzip' } }),
  'a million bytes of text': () => ({ bytes: Buffer.from(`{"name":"${'a'.repeat(1_000_000)}"}`), headers: json }),
};

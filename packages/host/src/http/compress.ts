import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Encoding } from '@signalbox/kit';

/** Below this size, compression costs more than it saves. A packet holds about as much. */
export const minBytes = 1024;

/** Prefers speed to size, because each body is sent once. Node compresses on its own threads, outside the event loop. */
const gzipOptions = { level: 4 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);

export const compress = (body: Buffer, encoding: Exclude<Encoding, 'plain'>): Promise<Buffer> =>
  encoding === 'gzip' ? packGzip(body, gzipOptions) : packBrotli(body, brotliOptions);

export const compressor = (encoding: Exclude<Encoding, 'plain'>): Transform =>
  encoding === 'gzip' ? createGzip(gzipOptions) : createBrotliCompress(brotliOptions);

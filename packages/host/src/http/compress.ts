import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Encoding } from '@signalbox/kit';

/** Below this, packing costs more than it saves (a packet holds about so much). */
export const minBytes = 1024;

/** Quick rather than small: nobody asks twice for the same bytes. Node packs on threads of its own, off the event loop. */
const gzipOptions = { level: 4 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);

/** The whole of a body, packed. */
export const compress = (body: Buffer, encoding: Exclude<Encoding, 'plain'>): Promise<Buffer> =>
  encoding === 'gzip' ? packGzip(body, gzipOptions) : packBrotli(body, brotliOptions);

/** Packs what is written to it. */
export const compressor = (encoding: Exclude<Encoding, 'plain'>): Transform =>
  encoding === 'gzip' ? createGzip(gzipOptions) : createBrotliCompress(brotliOptions);

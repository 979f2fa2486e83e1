import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

// A gzip member (RFC 1952) joined from chunks that were compressed at different times. Each chunk ends at a byte boundary
// and has no final block (RFC 1951, a full flush), so that others can follow. Brotli streams cannot be joined like this, so
// these bodies are never Brotli.

export interface Deflated {
  readonly bytes: Buffer;
  /** Length of the uncompressed text. */
  readonly length: number;
  readonly crc: number;
  /** Factor for the checksum of everything before the chunk. */
  readonly shift: number;
}

const compress = promisify(deflateRaw);
/** Maximum distance of references. */
const windowBytes = 32_768;
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = Buffer.from([3, 0]);

/** Compresses a chunk, which may refer to `before` and must follow it in every member. */
export async function deflateChunk(written: string, before: string): Promise<Deflated> {
  const text = Buffer.from(written);
  const dictionary = Buffer.from(before).subarray(-windowBytes);
  const options = { finishFlush: constants.Z_FULL_FLUSH, ...(dictionary.length > 0 && { dictionary }) };
  return { bytes: await compress(text, options), length: text.length, crc: crc32(text), shift: powerOfX(8 * text.length) };
}

/** Joins chunks to a gzip member. Each must follow the text it was compressed for. */
export function joinGzip(chunks: readonly Deflated[]): Buffer {
  let crc = 0;
  let length = 0;
  for (const chunk of chunks) {
    crc = multiply(chunk.shift, crc) ^ chunk.crc;
    length += chunk.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeInt32LE(crc | 0, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([header, ...chunks.map(({ bytes }) => bytes), lastBlock, trailer]);
}

// A checksum is a polynomial over bits, modulo that of CRC-32; its highest bit is the coefficient of x^0. Appending n bits
// multiplies the preceding polynomial by x^n (`crc32_combine` of zlib).

const modulus = 0xedb88320;
const one = 1 << 31;

function multiply(left: number, right: number): number {
  let product = 0;
  for (let rest = left, power = right; rest !== 0; rest <<= 1) {
    if (rest < 0) product ^= power;
    power = power & 1 ? (power >>> 1) ^ modulus : power >>> 1;
  }
  return product;
}

function powerOfX(exponent: number): number {
  let power = one;
  let square = one >>> 1;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return power;
}

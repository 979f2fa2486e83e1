import { Failure } from '@signalbox/contracts';
import { type Exchange, headerOf } from './exchange.ts';

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** The body as JSON, undefined where there is none. Refuses what is no JSON, is compressed, or is larger than `limitBytes`. */
export async function readJson(exchange: Exchange, limitBytes: number): Promise<unknown> {
  const type = headerOf(exchange, 'content-type');
  const bytes = await readBytes(exchange, limitBytes);
  if (bytes.length === 0) return undefined;
  if (!jsonType.test(type ?? ''))
    throw new Failure('ContentTypeError', `Send the body as application/json; the content type was ${type ?? 'none'}.`);
  const coding = headerOf(exchange, 'content-encoding') ?? 'identity';
  if (coding !== 'identity') throw new Failure('ContentTypeError', `Send the body as it is; its encoding was ${coding}.`);
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch (error) {
    throw new Failure('BadRequestError', `The body is not valid JSON: ${(error as Error).message}`);
  }
}

/** Stops reading at the limit: `for await` would destroy the request, and with it the connection that the refusal needs. */
function readBytes({ request }: Exchange, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) return reject(tooLarge(limitBytes));
      chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(cutShort));
    request.once('close', () => reject(cutShort));
  });
}

const tooLarge = (limitBytes: number) =>
  new Failure('ContentTooLarge', `The body is larger than the ${limitBytes} bytes that are accepted here.`);

/** Nobody is there any more to read it. */
const cutShort = new Failure('BadRequestError', 'The body ended before it was complete.');

import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { encodeCBOR } from '@levischuck/tiny-cbor';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base 32 (RFC 4648). */
function bytesIn(base32: string): Buffer {
  const bits = base32
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The six digits that an app with this secret shows at that time (RFC 6238, RFC 4226). */
export function codeAt(secret: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / stepMs)));
  const mac = createHmac('sha1', bytesIn(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** An app on a phone, whose codes are entered one after another. */
export class CodeApp {
  readonly #secret: string;
  #step = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The code that was entered last. */
  get last(): string {
    return codeAt(this.#secret, this.#step * stepMs);
  }

  /** Enters the oldest unused code that may still be valid, and the next one when the clock has run on before it arrived. */
  async enter<T extends { readonly status: number }>(send: (code: string) => Promise<T>): Promise<T> {
    this.#step = Math.max(this.#step, currentStep() - 2) + 1;
    const answer = await send(this.last);
    return answer.status === 200 || this.#step >= currentStep() ? answer : this.enter(send);
  }
}

const stepMs = 30_000;
const currentStep = () => Math.floor(Date.now() / stepMs);

/** Deviations from an honest authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  /** A certificate of the manufacturer. */
  readonly certificate?: Buffer;
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

const flag = { present: 0x01, verified: 0x04, attested: 0x40 } as const;
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** A software authenticator with one key pair (ES256), in the browser of a page of `origin`. */
export class Authenticator {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  readonly #origin: string;
  #counter = 0;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The response of `navigator.credentials.create()`. */
  create({ challenge, user }: Options, deviation: Deviation = {}) {
    this.#userHandle = user?.id ?? '';
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const key = encodeCBOR(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, key]);
    const authData = Buffer.concat([this.#data(deviation, flag.attested), attested]);
    const { certificate } = deviation;
    const statement = new Map<string, number | Uint8Array | Uint8Array[]>(
      certificate
        ? [
            ['alg', -7],
            ['sig', new Uint8Array(8)],
            ['x5c', [new Uint8Array(certificate)]],
          ]
        : [],
    );
    const object = new Map<string, string | Uint8Array | typeof statement>([
      ['fmt', certificate ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, deviation),
      attestationObject: base64url(encodeCBOR(object)),
      transports: ['internal'],
    });
  }

  /** The response of `navigator.credentials.get()`. */
  get({ challenge }: Options, deviation: Deviation = {}) {
    this.#counter += 1;
    const authenticatorData = this.#data(deviation, 0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.#pair.privateKey)),
      userHandle: this.#userHandle,
    });
  }

  #answer<T extends object>(response: T) {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #data({ rpId = new URL(this.#origin).hostname, counter = this.#counter, isVerified = true }: Deviation, flags: number): Buffer {
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | flag.present | (isVerified ? flag.verified : 0)]), uses]);
  }

  #clientData(type: string, given: string, { origin = this.#origin, challenge = given }: Deviation): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

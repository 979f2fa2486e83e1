import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { decodeText } from '@signalbox/contracts/decode-text';
import type { Api } from '../api/api.ts';
import type { Bundle } from '../api/operations.ts';
import { Problem, usageProblem } from '../base/problem.ts';

/** A file with the features of an environment, signed with the key of the source's event log. */
interface SignedBundle {
  readonly kind: 'signalbox-bundle';
  readonly bundle: Bundle;
  /** A JWS (RFC 7515) with the SHA-256 of the bundle, the user who exported it, and the time. */
  readonly signature: string;
  /** The public key of the signature. It proves nothing unless its thumbprint is trusted. */
  readonly key: { readonly kty: string; readonly crv: string; readonly x: string };
}

const digestOf = (bundle: Bundle): string => createHash('sha256').update(JSON.stringify(bundle)).digest('hex');

/** Writes a bundle that the instance has signed, which requires an administrator. Returns the thumbprint of its key. */
export async function writeSignedBundle(api: Api, path: string, bundle: Bundle): Promise<string> {
  const { jws } = await api.ask('POST /api/admin/audit/report-signatures', { body: { sha256: digestOf(bundle) } });
  const { keys } = await api.ask('GET /api/admin/audit/checkpoints', { query: { limit: 1 } });
  const { kid } = readHeader(jws);
  const key = keys.find((one) => one.kid === kid);
  if (!key) throw new Problem('UnknownKey', `The server signed with the key ${kid}, which it does not list.`);
  const { kty, crv, x } = key;
  const signed: SignedBundle = { kind: 'signalbox-bundle', bundle, signature: jws, key: { kty, crv, x } };
  await writeFile(path, `${JSON.stringify(signed, null, 2)}\n`);
  return kid ?? '';
}

interface Trust {
  /** Thumbprints of keys (RFC 7638). */
  readonly keys: readonly string[];
  readonly maxAgeMs: number;
}

/** Reads a signed bundle. Throws unless a trusted key signed exactly this content recently. */
export async function readSignedBundle(path: string, { keys, maxAgeMs }: Trust): Promise<Bundle> {
  const { bundle, signature, key } = parse(
    await readFile(path)
      .then(decodeText)
      .catch(() => ''),
    path,
  );
  const { sha256, createdAt } = verified(signature, key, path);
  const thumbprint = thumbprintOf(key);
  if (!keys.includes(thumbprint))
    throw untrusted(`The key ${thumbprint} signed ${path}. If you trust it, add --trusted-key ${thumbprint}.`);
  if (sha256 !== digestOf(bundle)) throw untrusted(`${path} was changed after it was signed. Export it again.`);
  const age = Date.now() - Date.parse(createdAt);
  if (!(age <= maxAgeMs)) throw untrusted(`${path} was signed at ${createdAt}, longer ago than --max-age allows. Export it again.`);
  return bundle;
}

const untrusted = (message: string): Problem => new Problem('UntrustedBundle', message);

function parse(text: string, path: string): SignedBundle {
  try {
    const content = JSON.parse(text) as Partial<SignedBundle> | null;
    if (content?.kind === 'signalbox-bundle' && content.bundle && content.signature && content.key) return content as SignedBundle;
  } catch {
    // The problem is the same.
  }
  throw usageProblem(`${path} is not a signed bundle. signalbox promote --to-bundle writes one.`);
}

interface Claims {
  readonly sha256: string;
  readonly createdAt: string;
}

/** The type that the event log gives to signatures of reports. Checkpoints have another one. */
const signatureType = 'signalbox-report+jws';

/** The claims of a signature, if the key made it. */
function verified(jws: string, key: SignedBundle['key'], path: string): Claims {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const { alg, typ } = readHeader(jws);
  const isValid =
    alg === 'EdDSA' &&
    typ === signatureType &&
    key.kty === 'OKP' &&
    key.crv === 'Ed25519' &&
    verify(
      null,
      Buffer.from(`${header}.${payload}`),
      createPublicKey({ key: { ...key }, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
  if (!isValid) throw untrusted(`The signature of ${path} is not valid. Export it again.`);
  return decode(payload) as Claims;
}

const readHeader = (jws: string): { readonly alg?: string; readonly typ?: string; readonly kid?: string } =>
  decode(jws.split('.', 1)[0] ?? '');

function decode(part: string): object {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
  } catch {
    return {};
  }
}

/** RFC 7638: SHA-256 of the required members in alphabetical order. */
const thumbprintOf = ({ crv, kty, x }: SignedBundle['key']): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');

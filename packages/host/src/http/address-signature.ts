import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { clientAddressHeader, clientAddressSignatureHeader } from '@signalbox/contracts';

/** Signs and verifies client addresses between processes. */
export interface AddressSignatures {
  /** Headers for a forwarded request, in addition to the caller's address. */
  readonly headersFor: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
  /** Returns true if a process with the same secret has set the caller's address. That process has already applied the limits. */
  readonly isSigned: (headers: IncomingHttpHeaders) => boolean;
}

/** Signs with INTERNAL_SECRET (HMAC-SHA256). The first secret signs, all are accepted. Without a secret nothing is signed. */
export const addressSignatures = (secrets: readonly string[]): AddressSignatures => ({
  headersFor({ [clientAddressHeader]: address }) {
    const [secret] = secrets;
    return typeof address === 'string' && secret !== undefined ? { [clientAddressSignatureHeader]: sign(secret, address) } : {};
  },
  isSigned({ [clientAddressHeader]: address, [clientAddressSignatureHeader]: signature }) {
    if (typeof address !== 'string' || typeof signature !== 'string') return false;
    return secrets.some((secret) => isSame(signature, sign(secret, address)));
  },
});

const sign = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(`client address ${address}`).digest('base64url');

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { clientAddressHeader, clientAddressSignatureHeader } from '@signalbox/contracts';
import { LRUCache } from 'lru-cache';

const maxKnown = 10_000;

/** Signs and verifies client addresses between processes. */
export interface AddressSignatures {
  /** Headers for a forwarded request, in addition to the caller's address. */
  readonly headersFor: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
  /** Returns true if a process with the same secret has set the caller's address. That process has already applied the limits. */
  readonly isSigned: (headers: IncomingHttpHeaders) => boolean;
}

/**
 * Signs with INTERNAL_SECRET (HMAC-SHA256) and caches by address. The first secret signs, all are accepted. Without a secret nothing is
 * signed.
 */
export function addressSignatures(secrets: readonly string[]): AddressSignatures {
  let made: LRUCache<string, readonly string[]> | undefined;
  /** Signatures of an address, one per secret. */
  const signaturesOf = (address: string): readonly string[] => {
    // The cache allocates its memory at once, and few processes sign.
    made ??= new LRUCache({ max: maxKnown });
    const known = made.get(address);
    if (known !== undefined) return known;
    const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`client address ${address}`).digest('base64url'));
    made.set(address, signatures);
    return signatures;
  };
  return {
    headersFor(headers) {
      const address = headers[clientAddressHeader];
      const [signature] = typeof address === 'string' ? signaturesOf(address) : [];
      return signature === undefined ? {} : { [clientAddressSignatureHeader]: signature };
    },
    isSigned(headers) {
      const [address, signature] = [headers[clientAddressHeader], headers[clientAddressSignatureHeader]];
      if (typeof address !== 'string' || typeof signature !== 'string') return false;
      return signaturesOf(address).some((own) => isSame(signature, own));
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenParts } from '@signalbox/kit';
import { encryptionKey } from '../settings.ts';

/** Encrypts what has to be read again, and must not be readable in a dump of the database. */
export interface Cipher {
  /** `purpose` names the row: what was encrypted for one is not accepted for another. */
  encrypt(text: string, purpose: string): string;
  /** Throws for what was encrypted under another key or for another purpose. */
  decrypt(encrypted: string, purpose: string): string;
}

/** What encrypting needs of the service's memory. */
export interface CipherState {
  readonly cipher: Cipher;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyFile = 'identity.key';

/**
 * AES-256-GCM under a key derived (HKDF, RFC 5869) from ENCRYPTION_KEY, else from INTERNAL_SECRET, else from a file in DATA_DIR, which is
 * written when it is first needed.
 */
export function openCipher({ settings, dataDir }: Pick<OpenParts, 'settings' | 'dataDir'>): CipherState {
  let derived: Buffer | undefined;
  const key = (): Buffer => (derived ??= derive(settings.get(encryptionKey) ?? settings.internalSecret ?? secretIn(dataDir)));
  return {
    cipher: {
      encrypt(text, purpose) {
        const nonce = randomBytes(nonceBytes);
        const cipher = createCipheriv(algorithm, key(), nonce).setAAD(Buffer.from(purpose));
        const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
        return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
      },
      decrypt(encrypted, purpose) {
        const bytes = Buffer.from(encrypted, 'base64url');
        const decipher = createDecipheriv(algorithm, key(), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
      },
    },
  };
}

const derive = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'signalbox/identity/encryption', keyBytes));

/** The secret in the file; whoever writes it first decides. */
function secretIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, keyFile);
  try {
    writeFileSync(file, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

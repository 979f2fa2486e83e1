import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Encrypts what has to be read again, and must not be readable in a dump of the database. */
export interface Cipher {
  /** `purpose` names the row: what was encrypted for one is not accepted for another. */
  encrypt(text: string, purpose: string): string;
  /** Throws for what was encrypted under another key or for another purpose. */
  decrypt(encrypted: string, purpose: string): string;
  /** The same, but null in place of throwing. */
  tryDecrypt(encrypted: string, purpose: string): string | null;
}

/** The settings that a key comes from. */
export interface KeySettings {
  readonly encryptionKey: string | null;
  readonly internalSecret: string | null;
  /** A folder for what survives a restart. */
  readonly dataDir: string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under a key derived (HKDF, RFC 5869) for the service from ENCRYPTION_KEY, else from INTERNAL_SECRET, else from a file of
 * its own in DATA_DIR, which is written when it is first needed.
 */
export function openCipher(service: string, { encryptionKey, internalSecret, dataDir }: KeySettings): Cipher {
  let derived: Buffer | undefined;
  const key = (): Buffer => (derived ??= derive(service, encryptionKey ?? internalSecret ?? secretIn(dataDir, `${service}.key`)));
  return {
    encrypt: (text, purpose) => encrypt(key(), text, purpose),
    decrypt: (encrypted, purpose) => decrypt(key(), encrypted, purpose),
    tryDecrypt(encrypted, purpose) {
      const own = key();
      try {
        return decrypt(own, encrypted, purpose);
      } catch {
        return null;
      }
    },
  };
}

const opened = new WeakMap<KeySettings, Map<string, Cipher>>();

/** The cipher of a service, opened once for the settings of a process. */
export function cipherOf(service: string, settings: KeySettings): Cipher {
  const known = opened.get(settings) ?? new Map<string, Cipher>();
  opened.set(settings, known);
  const cipher = known.get(service) ?? openCipher(service, settings);
  known.set(service, cipher);
  return cipher;
}

function encrypt(key: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function decrypt(key: Buffer, encrypted: string, purpose: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}

const derive = (service: string, secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `signalbox/${service}/encryption`, keyBytes));

/** The secret in the file; whoever writes it first decides. */
function secretIn(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  try {
    writeFileSync(file, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Encrypts secrets that a service has to read again, so that a dump of its database does not reveal them. */
export interface Cipher {
  /** Encrypts with the newest key. `purpose` binds the value to its row: a value encrypted for another purpose is rejected. */
  encrypt(text: string, purpose: string): string;
  /** Throws for a value of another purpose, or if no key of the settings decrypts it. */
  decrypt(encrypted: string, purpose: string): string;
  /** Like `decrypt`, but returns null instead of throwing. */
  tryDecrypt(encrypted: string, purpose: string): string | null;
  /** Fingerprint of the key that decrypts the value, or null if none does. */
  keyOf(encrypted: string, purpose: string): string | null;
  /** Fingerprints of all keys, newest first. They identify a key and reveal nothing of it. */
  fingerprints(): readonly string[];
}

/** The settings that keys come from. */
export interface KeySettings {
  /** ENCRYPTION_KEY, newest first. */
  readonly encryptionKeys: readonly string[];
  /** INTERNAL_SECRET, newest first. */
  readonly internalSecrets: readonly string[];
  /** A folder that survives a restart. */
  readonly dataDir: string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const fingerprintBytes = 8;

interface Key {
  readonly fingerprint: string;
  readonly bytes: Buffer;
}

/**
 * AES-256-GCM with keys derived (HKDF, RFC 5869) for the service. The first key encrypts, and every key decrypts: those of ENCRYPTION_KEY,
 * then those of INTERNAL_SECRET, then the files in DATA_DIR. If neither setting is given, the file `encryption-key` holds the key; it is
 * created when the first value is encrypted.
 */
export function cipherOf(service: string, settings: KeySettings): Cipher {
  let derived: readonly [Key, ...Key[]] | undefined;
  const keys = () => (derived ??= keysOf(service, settings));
  const read = (encrypted: string, purpose: string) => {
    for (const key of keys()) {
      const text = decrypt(key.bytes, encrypted, purpose);
      if (text !== null) return { text, key };
    }
    return null;
  };
  return {
    encrypt: (text, purpose) => encrypt(keys()[0].bytes, text, purpose),
    decrypt(encrypted, purpose) {
      const found = read(encrypted, purpose);
      if (!found) throw new Error(`no key of ENCRYPTION_KEY decrypts the ${purpose}`);
      return found.text;
    },
    tryDecrypt: (encrypted, purpose) => read(encrypted, purpose)?.text ?? null,
    keyOf: (encrypted, purpose) => read(encrypted, purpose)?.key.fingerprint ?? null,
    fingerprints: () => keys().map(({ fingerprint }) => fingerprint),
  };
}

function encrypt(key: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Returns null for another key or another purpose. */
function decrypt(key: Buffer, encrypted: string, purpose: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const start = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keysOf(service: string, { encryptionKeys, internalSecrets, dataDir }: KeySettings): [Key, ...Key[]] {
  // Earlier versions stored the key of a service in the second file.
  const [own, earlier] = [join(dataDir, 'encryption-key'), join(dataDir, `${service}.key`)];
  const given = [...encryptionKeys, ...internalSecrets];
  const [first = createSecret(own), ...more] = given;
  const secrets = new Set([first, ...more, ...[own, earlier].filter((file) => existsSync(file)).map(readSecret)]);
  return [...secrets].map((secret) => keyOf(service, secret)) as [Key, ...Key[]];
}

const keyOf = (service: string, secret: string): Key => ({
  bytes: derive(secret, `signalbox/${service}/encryption`, keyBytes),
  fingerprint: derive(secret, 'signalbox/fingerprint', fingerprintBytes).toString('hex'),
});

const derive = (secret: string, info: string, bytes: number): Buffer => Buffer.from(hkdfSync('sha256', secret, '', info, bytes));

const readSecret = (file: string): string => readFileSync(file, 'utf8').trim();

/** Returns the secret in the file. When several processes create it concurrently, the first one wins. */
function createSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readSecret(file);
}

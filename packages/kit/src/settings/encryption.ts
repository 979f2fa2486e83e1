import type { Settings } from './settings.ts';

/** The keys of a service as the host needs them: `Cipher` of the package cipher has them all. */
export interface Keys {
  /** Encrypts under the newest key. */
  encrypt(text: string, purpose: string): string;
  /** Null if no key decrypts the value. */
  tryDecrypt(encrypted: string, purpose: string): string | null;
  /** The fingerprint of the key that decrypts the value, or null. */
  keyOf(encrypted: string, purpose: string): string | null;
  /** The fingerprints of all keys, the newest first. */
  fingerprints(): readonly string[];
}

/** Returns the value that takes the place of an encrypted one. */
export type Replace = (encrypted: string, purpose: string) => string;

/** Rows that hold encrypted values. */
export interface EncryptedRows<Row extends object = never> {
  /** For the progress of a command: `secrets of authenticator apps`. */
  readonly what: string;
  readonly entity: new () => object;
  /** The property that is the primary key. */
  readonly key: string;
  /** Replaces each encrypted value of the row. */
  readonly replace: (row: Row, replace: Replace) => void;
}

/** Declares rows that hold encrypted values. */
export const encryptedRows = <Row extends object>(
  declaration: EncryptedRows<Row> & { readonly entity: new () => Row; readonly key: keyof Row & string },
): EncryptedRows => declaration;

/** What a service encrypts, and its keys. Everything that it stores encrypted stands here: `npm run rekey` renews these rows alone. */
export interface Encryption {
  readonly keys: (settings: Settings) => Keys;
  readonly rows: readonly EncryptedRows[];
}

import type { Settings } from './settings.ts';

/** Keys of a service, the part that the host needs. The `Cipher` of the package cipher has all of them. */
export interface Keys {
  /** Encrypts with the newest key. */
  encrypt(text: string, purpose: string): string;
  /** Null if no key decrypts the value. */
  tryDecrypt(encrypted: string, purpose: string): string | null;
  /** The fingerprint of the key that decrypts the value, or null. */
  keyOf(encrypted: string, purpose: string): string | null;
  /** Fingerprints of all keys, newest first. */
  fingerprints(): readonly string[];
}

/** Returns the replacement of an encrypted value. */
export type Replace = (encrypted: string, purpose: string) => string;

/** Rows with encrypted values. */
export interface EncryptedRows<Row extends object = never> {
  /** Shown as progress, for example `secrets of authenticator apps`. */
  readonly what: string;
  readonly entity: new () => object;
  /** Property of the primary key. */
  readonly key: string;
  /** Replaces each encrypted value of the row. */
  readonly replace: (row: Row, replace: Replace) => void;
}

/** Declares rows with encrypted values. */
export const encryptedRows = <Row extends object>(
  declaration: EncryptedRows<Row> & { readonly entity: new () => Row; readonly key: keyof Row & string },
): EncryptedRows => declaration;

/** Encrypted data of a service, and its keys. `npm run rekey` renews only the rows declared here. */
export interface Encryption {
  readonly keys: (settings: Settings) => Keys;
  readonly rows: readonly EncryptedRows[];
}

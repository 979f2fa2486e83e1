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

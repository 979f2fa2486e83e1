export type Bytes = AsyncIterable<Uint8Array>;

/** A file or an object that a backup is written to or read from. */
export interface BackupLocation {
  /** As operators write it. */
  readonly name: string;
  exists(): Promise<boolean>;
  /** Writes all bytes. Until they are complete, and after a failure, nothing exists at the location. */
  write(bytes: Bytes): Promise<void>;
  read(): Bytes;
}

/** Returns true for an object in S3-compatible storage (`s3://bucket/name`). */
export const isObject = (target: string): boolean => target.startsWith('s3://');

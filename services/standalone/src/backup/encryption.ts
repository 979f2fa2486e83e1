import { readFile } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import type { BackupLocation, Bytes } from './backup-location.ts';
import { BackupProblem } from './progress.ts';

/** A step of a pipeline, from one stream of bytes to another. */
export type Transform = (source: Bytes) => Bytes;

/** Encrypts to public keys of age (`age1...`). Throws a `BackupProblem` for invalid ones. */
export function encrypting(recipients: readonly string[]): Transform {
  const encrypter = new Encrypter();
  for (const recipient of recipients)
    reading(() => encrypter.addRecipient(recipient), `--recipient must be a public key of age, such as age1..., not ${recipient}.`);
  return async function* encrypt(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source));
  };
}

/** Decrypts with the secret keys in a file of `age-keygen`. Throws a `BackupProblem` if it has none. */
export async function decrypting(identityFile: string): Promise<Transform> {
  const decrypter = new Decrypter();
  const content = await readFile(identityFile, 'utf8').catch(() => '');
  const identities = content.split(/\r?\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  const problem = `--identity must be a file with a secret key of age; ${identityFile} has none.`;
  if (identities.length === 0) throw new BackupProblem(problem);
  for (const identity of identities) reading(() => decrypter.addIdentity(identity), problem);
  return async function* decrypt(source) {
    yield* await decrypter.decrypt(ReadableStream.from(source));
  };
}

/** First bytes of content that age encrypted. */
const mark = Buffer.from('age-encryption.org/');

/** Returns true if the location can be read, and its content is encrypted. */
export async function isEncrypted(location: BackupLocation): Promise<boolean> {
  try {
    for await (const bytes of location.read()) return mark.equals(bytes.subarray(0, mark.length));
  } catch (error) {
    // Reading a file again reports the reason.
    if (error instanceof BackupProblem) throw error;
  }
  return false;
}

function reading(read: () => void, problem: string): void {
  try {
    read();
  } catch (error) {
    throw new BackupProblem(problem, { cause: error });
  }
}

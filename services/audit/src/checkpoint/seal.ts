import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cipher, cipherOf } from '@signalbox/cipher';
import { encryptedRows, type EntityManager, type OpenContext, type Settings } from '@signalbox/kit';
import { readUpkeep, Upkeep } from '../log/upkeep.ts';
import { findLastCheckpoint, type Signed, statedBy } from './checkpoint.ts';
import { CheckpointKey } from './checkpoint-key.ts';

/**
 * The newest checkpoint and the keys that ever signed one. It is authenticated under ENCRYPTION_KEY, so that somebody who can write to the
 * database alone can neither add a key of their own nor take checkpoints away.
 */
export interface Seal {
  readonly keys: readonly string[];
  readonly number: number;
  readonly eventId: number;
  readonly hash: string;
}

/** Where seals are read from and written to: the database, and a file that changes of the database do not reach. */
export interface Sealing {
  readonly cipher: Cipher;
  readonly file: string;
}

export const sealingOf = (settings: Settings): Sealing => ({
  cipher: cipherOf('audit', settings),
  file: join(settings.dataDir, 'audit.seal'),
});

const purpose = 'seal of the audit log';

export const sealOfLog = encryptedRows({
  what: 'seal of the audit log',
  entity: Upkeep,
  key: 'id',
  replace(row, replace) {
    if (row.seal) row.seal = replace(row.seal, purpose);
  },
});

/** Stores the seal of the checkpoint with the rows of the transaction; returns it for the file, which is written once they are committed. */
export async function storeSeal(
  em: EntityManager,
  { number, eventId, hash }: Signed,
  { cipher, keys }: Pick<Sealing, 'cipher'> & Pick<Seal, 'keys'>,
): Promise<string> {
  const seal = cipher.encrypt(JSON.stringify({ keys, number, eventId, hash } satisfies Seal), purpose);
  (await readUpkeep(em)).seal = seal;
  return seal;
}

/** Writes the file beside the database, or throws where the folder cannot be written to. */
export function writeSealFile({ file }: Pick<Sealing, 'file'>, seal: string): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, seal, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The seals as they are stored. `unreadable` is a seal in the database that none of the keys opens. */
export async function readSeals(
  em: EntityManager,
  { cipher, file }: Sealing,
): Promise<{ readonly seals: readonly Seal[]; readonly unreadable: boolean }> {
  const open = (text: string) => {
    const opened = cipher.tryDecrypt(text, purpose);
    return opened === null ? [] : [JSON.parse(opened) as Seal];
  };
  // The file first: it is written after the database, so a seal in it alone is no seal that is just being stored.
  const inFile = existsSync(file) ? open(readFileSync(file, 'utf8').trim()) : [];
  const { seal } = await readUpkeep(em);
  const stored = seal ? open(seal) : [];
  return { seals: [...stored, ...inFile], unreadable: stored.length === 0 && (Boolean(seal) || inFile.length > 0) };
}

/** Seals a log of before there were seals. A log whose seal was removed is left as it is, where the file shows that there was one. */
export async function sealAtFirstStart(context: OpenContext): Promise<void> {
  const { em, settings } = context;
  const sealing = sealingOf(settings);
  const [last, { seal }] = [await findLastCheckpoint(em), await readUpkeep(em)];
  const signed = last && statedBy(last);
  if (!signed || seal || existsSync(sealing.file)) return;
  await context.write(async (unit) => {
    const keys = (await unit.em.find(CheckpointKey, {}, { fields: ['id'] })).map(({ id }) => id);
    await storeSeal(unit.em, signed, { ...sealing, keys });
  });
}

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cipher, cipherOf } from '@signalbox/cipher';
import { encryptedRows, type EntityManager, type OpenContext, type Settings } from '@signalbox/kit';
import { type Findings, nextFindings } from '../log/findings.ts';
import { readUpkeep, Upkeep } from '../log/upkeep.ts';
import { auditCheckpointEvents } from '../surface.ts';
import { findLastCheckpoint, type Claims, claimsOf } from './checkpoint.ts';
import { CheckpointKey } from './checkpoint-key.ts';

/**
 * The newest checkpoint and all keys that ever signed one. The seal is authenticated with ENCRYPTION_KEY, so that an
 * attacker with write access to the database alone can neither add a key nor remove checkpoints.
 */
export interface Seal {
  readonly keys: readonly string[];
  readonly number: number;
  readonly eventId: number;
  readonly hash: string;
  /** Absent in older seals. */
  readonly findings?: Findings;
}

/** Where the seal is: in the database, and in a file that changes to the database do not affect. */
export interface Sealing {
  readonly cipher: Cipher;
  readonly file: string;
  /** A longer log has a checkpoint. */
  readonly checkpointEvents: number;
}

export const sealingOf = (settings: Settings): Sealing => ({
  cipher: cipherOf('audit', settings),
  file: join(settings.dataDir, 'audit.seal'),
  checkpointEvents: settings.get(auditCheckpointEvents),
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

/**
 * Stores the seal of the checkpoint, with the findings of the previous one, in this transaction. Returns it for the file, which must be
 * written after the commit.
 */
export async function storeSeal(
  em: EntityManager,
  { number, eventId, hash }: Claims,
  { cipher, keys, findings: signed }: Pick<Sealing, 'cipher'> & Pick<Seal, 'keys'> & { readonly findings?: Findings | undefined },
): Promise<string> {
  const findings = await nextFindings(em, signed);
  const seal = cipher.encrypt(JSON.stringify({ keys, number, eventId, hash, findings } satisfies Seal), purpose);
  (await readUpkeep(em)).seal = seal;
  return seal;
}

/** Writes the seal file. Throws if the folder is not writable. */
export function writeSealFile({ file }: Pick<Sealing, 'file'>, seal: string): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, seal, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Reads the stored seals. `unreadable` is true if the database has no seal that any encryption key opens, although a seal exists. */
export async function readSeals(
  em: EntityManager,
  { cipher, file }: Sealing,
): Promise<{ readonly seals: readonly Seal[]; readonly unreadable: boolean }> {
  const open = (text: string) => {
    const opened = cipher.tryDecrypt(text, purpose);
    return opened === null ? [] : [JSON.parse(opened) as Seal];
  };
  // Read the file first: it is written after the database, so it never has a newer seal than the database.
  const inFile = existsSync(file) ? open(readFileSync(file, 'utf8').trim()) : [];
  const { seal } = await readUpkeep(em);
  const stored = seal ? open(seal) : [];
  return { seals: [...stored, ...inFile], unreadable: stored.length === 0 && (Boolean(seal) || inFile.length > 0) };
}

/** The findings of the newest seal. */
export const newestFindings = (seals: readonly Seal[]): Findings | undefined =>
  seals.toSorted((one, other) => other.number - one.number)[0]?.findings;

/** Seals a log that predates seals. Does nothing if the file shows that a seal was removed from the database. */
export async function sealAtFirstStart(context: OpenContext): Promise<void> {
  const { em, settings } = context;
  const sealing = sealingOf(settings);
  const [last, { seal }] = [await findLastCheckpoint(em), await readUpkeep(em)];
  const signed = last && claimsOf(last);
  if (!signed || seal || existsSync(sealing.file)) return;
  await context.write(async (unit) => {
    const keys = (await unit.em.find(CheckpointKey, {}, { fields: ['id'] })).map(({ id }) => id);
    await storeSeal(unit.em, signed, { ...sealing, keys });
  });
}

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Value } from '@signalbox/store';
import type { BackupLocation } from './backup-location.ts';
import { isEncrypted, type Transform } from './encryption.ts';
import { BackupProblem } from './progress.ts';

/** First line of a backup. */
export interface BackupHeader {
  readonly format: 'signalbox-backup';
  /** Version of the format. */
  readonly version: 1;
  readonly id: string;
  readonly createdAt: string;
  /** Migrations of each service, in order. */
  readonly schemas: Readonly<Record<string, readonly string[]>>;
  /** Fingerprints of each service's encryption keys. The file does not contain the keys. Absent: unknown. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
}

/** Starts a table; its rows follow until the next table. `nextId` is the lowest id for its next row. */
export interface TableLine {
  readonly service: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly nextId: number | null;
}

/** A row, in the order of the table's columns. */
export type RowLine = readonly Value[];

type Line = BackupHeader | TableLine | RowLine;

/** Last line: the SHA-256, in hexadecimal, of all bytes before it, uncompressed. */
interface EndLine {
  readonly end: { readonly sha256: string };
}

const unchanged: Transform = (source) => source;
const chunkCharacters = 65_536;
/** Larger than any row: a MySQL statement has at most 16 MB. */
const maxLineCharacters = 32_000_000;

/** Writes lines to a new location, optionally encrypted. */
export async function writeBackup(location: BackupLocation, lines: AsyncIterable<Line>, encrypt: Transform = unchanged): Promise<void> {
  if (await location.exists()) throw new BackupProblem(`${location.name} already exists.`);
  await pipeline(Readable.from(chunksOf(lines)), createGzip(), encrypt, (bytes) => location.write(bytes));
}

async function* chunksOf(lines: AsyncIterable<Line>): AsyncIterable<string> {
  const hash = createHash('sha256');
  let chunk = '';
  for await (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`;
    if (chunk.length < chunkCharacters) continue;
    hash.update(chunk);
    yield chunk;
    chunk = '';
  }
  hash.update(chunk);
  const end: EndLine = { end: { sha256: hash.digest('hex') } };
  yield `${chunk}${JSON.stringify(end)}\n`;
}

/** Reads a backup to its end and returns its header. Throws a `BackupProblem` if it is incomplete or changed. */
export async function verifyBackup(location: BackupLocation, decrypt: Transform = unchanged): Promise<BackupHeader> {
  const { name } = location;
  if (decrypt === unchanged && (await isEncrypted(location)))
    throw new BackupProblem(`${name} is encrypted. Pass the secret key: --identity FILE`);
  const hash = createHash('sha256');
  let first: string | undefined;
  let last: string | undefined;
  for await (const text of textLines(location, decrypt)) {
    first ??= text;
    if (last !== undefined) hash.update(`${last}\n`);
    last = text;
  }
  const header = parsed(name, first) as BackupHeader;
  if (header.format !== 'signalbox-backup') throw new BackupProblem(`${name} is not a Signalbox backup.`);
  if (header.version !== 1) throw new BackupProblem(`${name} was written by a later version (format ${String(header.version)}).`);
  if ((parsed(name, last) as Partial<EndLine>).end?.sha256 !== hash.digest('hex'))
    throw new BackupProblem(`${name} is damaged: its end is missing or changed.`);
  return header;
}

/** The tables and rows of a verified backup, in order. */
export async function* readBackup(location: BackupLocation, decrypt: Transform = unchanged): AsyncIterable<TableLine | RowLine> {
  let isHeader = true;
  for await (const text of textLines(location, decrypt)) {
    const line = parsed(location.name, text) as TableLine | RowLine | EndLine;
    if (!isHeader && !('end' in line)) yield line;
    isHeader = false;
  }
}

async function* textLines(location: BackupLocation, decrypt: Transform): AsyncIterable<string> {
  const { name } = location;
  const unzipped = createGunzip();
  unzipped.setEncoding('utf8');
  // Errors of the pipeline end the loop below.
  pipeline(location.read(), decrypt, unzipped).catch(() => undefined);
  let rest = '';
  try {
    for await (const chunk of unzipped as AsyncIterable<string>) {
      const [end = '', ...others] = chunk.split('\n');
      rest += end;
      if (rest.length > maxLineCharacters)
        throw new BackupProblem(`${name} is not a Signalbox backup: it has a line of more than ${maxLineCharacters} characters.`);
      for (const begun of others) {
        yield rest;
        rest = begun;
      }
    }
  } catch (error) {
    if (error instanceof BackupProblem) throw error;
    throw new BackupProblem(`${name} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  if (rest !== '') throw new BackupProblem(`${name} is damaged: it is truncated.`);
}

function parsed(name: string, text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (error) {
    throw new BackupProblem(`${name} is not a Signalbox backup, or it is damaged.`, { cause: error });
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { access, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Api } from '../api/api.ts';
import type { AnswerOf, Document } from '../api/operations.ts';
import { Problem } from '../base/problem.ts';
import { listFileOf } from './find-files.ts';

/** Hashes of the lists that documents name, each with the name of a segment that does. */
export function listsIn(documents: readonly Document[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { kind, metadata, spec } of documents) {
    const constraints: unknown = kind === 'Segment' && typeof spec === 'object' ? spec['constraints'] : [];
    for (const constraint of Array.isArray(constraints) ? constraints : []) {
      const { operator, value } = Object(constraint) as { readonly operator?: unknown; readonly value?: unknown };
      // A hash becomes the name of a file.
      if (operator === 'IN_LIST' && /^[0-9a-f]{64}$/.test(String(value))) found.set(String(value), metadata.name);
    }
  }
  return found;
}

/** Downloads a list to `lists/HASH.txt` in a folder, unless the file has this content already. Returns its path in the folder. */
export async function downloadList(api: Api, folder: string, hash: string): Promise<string> {
  const path = listFileOf(hash);
  const file = join(folder, path);
  if ((await hashOf(file)) === hash) return path;
  await mkdir(dirname(file), { recursive: true });
  const { body } = await api.raw({ method: 'GET', path: `/api/admin/segment-lists/${hash}` });
  await pipeline(body ?? [], createWriteStream(file));
  if ((await hashOf(file)) === hash) return path;
  await rm(file);
  throw new Problem('ListDamaged', `The content of the list ${hash} from ${api.url} has another hash.`);
}

/** The hash of a file; undefined without a file. */
async function hashOf(file: string): Promise<string | undefined> {
  if (!(await isThere(file))) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Uploads a file of ids without reading it into memory. Throws if it cannot be read. */
export async function uploadIds(api: Api, file: string, column?: string): Promise<AnswerOf<'POST /api/admin/segment-lists'>> {
  const type = /\.csv$/i.test(file) ? 'text/csv' : 'text/plain';
  const body = await openAsBlob(file, { type }).catch((error: unknown) => {
    throw new Problem('FileError', `${file} cannot be read: ${(error as Error).message}`);
  });
  return api.ask('POST /api/admin/segment-lists', { query: column === undefined ? {} : { column }, body });
}

/** Uploads the lists of documents that the instance lacks. `find` returns the file with the ids of a list, if there is one. */
export async function uploadMissing(
  api: Api,
  documents: readonly Document[],
  find: (hash: string) => Promise<string | undefined>,
): Promise<void> {
  for (const [hash, segment] of listsIn(documents)) {
    if (await hasList(api, hash)) continue;
    const file = await find(hash);
    if (file === undefined)
      throw new Problem(
        'ListMissing',
        `${api.url} lacks the list ${hash} of the segment ${segment}, and there is no ${listFileOf(hash)} next to the documents. Export them again with --directory, or upload the ids with signalbox segment upload.`,
      );
    const uploaded = await uploadIds(api, file);
    if (uploaded.hash !== hash) throw new Problem('ListDamaged', `${file} was changed: its ids have the hash ${uploaded.hash}.`);
  }
}

async function hasList(api: Api, hash: string): Promise<boolean> {
  try {
    const { body } = await api.raw({ method: 'GET', path: `/api/admin/segment-lists/${hash}` });
    await body?.cancel();
    return true;
  } catch (error) {
    if (error instanceof Problem && error.name === 'NotFoundError') return false;
    throw error;
  }
}

/** Finds the file of a list in a folder of `folders`, or in the one above, as an export writes them. */
export const listFinder =
  (folders: readonly string[]) =>
  async (hash: string): Promise<string | undefined> => {
    const files = folders.flatMap((folder) => [join(folder, listFileOf(hash)), join(folder, '..', listFileOf(hash))]);
    for (const file of new Set(files)) if (await isThere(file)) return file;
    return undefined;
  };

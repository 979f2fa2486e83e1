import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../base/version.ts';
import type { Facts } from './facts.ts';

/** Facts by content and language, and the results of whole trees. */
export interface FactsCache {
  find(key: string): Facts | undefined;
  add(key: string, facts: Facts): void;
  findResult(key: string): unknown;
  addResult(key: string, result: unknown): void;
  /** Stores the facts that this scan used. */
  save(): Promise<void>;
}

const maxResults = 4;
/** Raise it when the scanner reads the same content differently. */
const format = 3;

type Env = Readonly<Record<string, string | undefined>>;

/** Opens the cache of a checkout for one set of names and rules. A cache that cannot be read or written is ignored. */
export async function openFactsCache(env: Env, root: string, ...inputs: readonly unknown[]): Promise<FactsCache> {
  const home = env['HOME'] || env['USERPROFILE'];
  const folder = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || (home && join(home, '.cache'));
  const path = folder && join(folder, 'signalbox', 'code', `${hashOf(root)}.json`);
  const key = hashOf(JSON.stringify([version, format, ...inputs]));
  const stored = path ? await readStored(path) : undefined;
  const isCurrent = stored?.key === key;
  const known = new Map(isCurrent ? stored.facts : []);
  const results = new Map(isCurrent ? stored.results : []);
  const used = new Map<string, Facts>();
  let isChanged = false;
  return {
    find(each) {
      const facts = known.get(each);
      if (facts) used.set(each, facts);
      return facts;
    },
    add: (each, facts) => void used.set(each, facts),
    findResult: (each) => results.get(each),
    addResult(each, result) {
      isChanged = true;
      results.set(each, result);
    },
    async save() {
      const content = { key, facts: [...used], results: [...results].slice(-maxResults) };
      if (path && isChanged) await write(path, content).catch(() => undefined);
    },
  };
}

interface Stored {
  readonly key: string;
  readonly facts: (readonly [string, Facts])[];
  readonly results: (readonly [string, unknown])[];
}

const readStored = async (path: string): Promise<Partial<Stored> | undefined> =>
  readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as Partial<Stored>)
    .catch(() => undefined);

async function write(path: string, content: Stored): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  await writeFile(next, JSON.stringify(content), { mode: 0o600 });
  await rename(next, path);
}

/** A short hash of a text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

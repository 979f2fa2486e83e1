import { readFile, rename, writeFile } from 'node:fs/promises';
import { decodeText } from '@signalbox/contracts/decode-text';

/** Names of the features and segments that imports have created. */
export interface CreatedNames {
  readonly features: Set<string>;
  readonly segments: Set<string>;
}

/** Names for an import that nothing follows. */
export const noNames = (): CreatedNames => ({ features: new Set(), segments: new Set() });

interface Saved {
  readonly source: string;
  readonly target: string;
  readonly features: readonly string[];
  readonly segments: readonly string[];
}

/** The record of what imports have created in a target, in a file. `follow` deletes nothing else. */
export interface CreatedRecord extends CreatedNames {
  save(): Promise<void>;
}

/** Opens the record `<name>.created.json`. Rejects if it belongs to another source or target. */
export async function openRecord(name: string, source: string, target: string): Promise<CreatedRecord> {
  const path = `${name}.created.json`;
  const saved = await readSaved(path);
  if (saved && (saved.source !== source || saved.target !== target))
    throw new Error(`${path} belongs to a migration from ${saved.source} to ${saved.target}. Use another --report.`);
  const [features, segments] = [new Set(saved?.features), new Set(saved?.segments)];
  return {
    features,
    segments,
    async save() {
      const text = JSON.stringify({ source, target, features: [...features], segments: [...segments] } satisfies Saved, null, 2);
      await writeFile(`${path}.new`, text);
      await rename(`${path}.new`, path);
    },
  };
}

async function readSaved(path: string): Promise<Saved | undefined> {
  const text = await readFile(path)
    .then(decodeText)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  return text === null ? undefined : (JSON.parse(text) as Saved);
}

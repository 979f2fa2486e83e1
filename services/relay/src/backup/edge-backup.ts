import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Content, readContent, type ReportProblem } from '../content/content.ts';
import { type KnownToken, knownTokenOf, type Validated } from '../token/known-token.ts';

/** Features by environment, and tokens, that Unleash Edge has saved. */
export interface EdgeBackup {
  readonly contents: ReadonlyMap<string, Content>;
  readonly tokens: readonly KnownToken[];
}

const features = 'unleash_features.json';
const tokens = 'unleash_tokens.json';

/** Reads the backup of Unleash Edge in a folder, unless a relay has already saved features there. Null without a backup. */
export async function readEdgeBackup(folder: string, report: ReportProblem): Promise<EdgeBackup | null> {
  if (folder === '' || existsSync(join(folder, 'delivery/state')) || !existsSync(join(folder, features))) return null;
  const saved = JSON.parse(await readFile(join(folder, features), 'utf8')) as Readonly<Record<string, object>>;
  const contents = Object.entries(saved).map(([environment, content]) => {
    return [environment, readContent(JSON.stringify(content), report)] as const;
  });
  return { contents: new Map(contents), tokens: await readTokens(join(folder, tokens)) };
}

/** Edge saves a list of tokens with their secrets. */
async function readTokens(path: string): Promise<KnownToken[]> {
  if (!existsSync(path)) return [];
  const saved = JSON.parse(await readFile(path, 'utf8')) as readonly Validated[] | { readonly tokens?: readonly Validated[] };
  const list = Array.isArray(saved) ? (saved as readonly Validated[]) : ((saved as { tokens?: readonly Validated[] }).tokens ?? []);
  return list.flatMap((token) => knownTokenOf({ ...token, type: token.type ?? 'client' }) ?? []);
}

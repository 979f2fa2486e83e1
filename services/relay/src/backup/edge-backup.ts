import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '@signalbox/contracts/decode-text';
import { type Content, readContent, type ReportProblem } from '../content/content.ts';
import { type KnownToken, knownTokenOf, type Validated } from '../token/known-token.ts';

/** Features by environment, and tokens, that Unleash Edge has saved. */
export interface EdgeBackup {
  readonly contents: ReadonlyMap<string, Content>;
  readonly tokens: readonly KnownToken[];
}

interface SavedToken extends Omit<Validated, 'type'> {
  readonly type?: string | null;
  readonly status?: string;
}

const features = 'unleash_features.json';
const tokens = 'unleash_tokens.json';
/** Statuses of tokens that Edge accepts. */
const accepted: readonly string[] = ['Validated', 'Trusted'];

/**
 * Reads the backup of Unleash Edge in a folder, unless a relay has already saved features there. Null without a usable one. A backup only
 * saves time, so problems are reported, and the relay waits for its upstream.
 */
export async function readEdgeBackup(folder: string, report: ReportProblem): Promise<EdgeBackup | null> {
  if (folder === '' || existsSync(join(folder, 'delivery/state')) || !existsSync(join(folder, features))) return null;
  const attempt = async <T>(name: string, none: T, read: (content: unknown) => T): Promise<T> => {
    try {
      return read(JSON.parse(decodeText(await readFile(join(folder, name)))));
    } catch (error) {
      report(`file ${name}`, (error as Error).message);
      return none;
    }
  };
  const contents = await attempt(features, null, (saved) => contentsIn(saved, report));
  if (!contents) return null;
  return { contents, tokens: existsSync(join(folder, tokens)) ? await attempt(tokens, [], tokensIn) : [] };
}

/** Edge 19 and 20 save a list of pairs of environment and features, earlier versions an object. */
function contentsIn(saved: unknown, report: ReportProblem): Map<string, Content> {
  const pairs = Array.isArray(saved) ? (saved as [string, unknown][]) : Object.entries(saved as object);
  return new Map(pairs.map(([environment, content]) => [environment, readContent(JSON.stringify(content), report)]));
}

/** Edge saves a list of tokens with their secrets. */
function tokensIn(saved: unknown): KnownToken[] {
  const list = (Array.isArray(saved) ? saved : ((saved as { tokens?: unknown }).tokens ?? [])) as readonly SavedToken[];
  const valid = list.filter(({ status = 'Validated' }) => accepted.includes(status));
  return valid.flatMap(({ type, ...token }) => knownTokenOf({ ...token, type: type ?? 'client' }) ?? []);
}

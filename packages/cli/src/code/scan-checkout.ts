import type { Api } from '../api/api.ts';
import type { CommandSession } from '../command/command.ts';
import { openFactsCache } from './facts-cache.ts';
import { type Checkout, readCheckout } from './git.ts';
import { readNames } from './known-names.ts';
import { type ScannedTree, scanTree } from './scan-tree.ts';
import { readWorkingTree, type Tree } from './tree.ts';

/** The scanned working tree, and a function that scans another tree of the same checkout. */
export interface ScannedCheckout extends ScannedTree {
  readonly api: Api;
  readonly checkout: Checkout;
  readonly tree: Tree;
  scan(tree: Tree): Promise<ScannedTree>;
}

/** Scans the checkout that contains signalbox.json, or the current folder, for the flags of a project. */
export async function scanCheckout(session: CommandSession, project: string, calls: readonly string[]): Promise<ScannedCheckout> {
  const checkout = await readCheckout(session.folder, session.terminal.env);
  const { root } = checkout;
  const api = await session.api();
  const names = await readNames(api, project);
  const cache = await openFactsCache(session.terminal.env, root, names, calls);
  const scan = async (tree: Tree): Promise<ScannedTree> => {
    const scanned = await scanTree({ root, tree, names, rules: { declared: calls }, cache });
    await cache.save();
    return scanned;
  };
  const tree = await readWorkingTree(root);
  const scanned = await scan(tree);
  const { binary, large } = scanned.skipped;
  if (binary.length > 0) session.note(`Skipped ${binary.length} binary files.`);
  if (large.length > 0) session.note(`Skipped files over 1 MB: ${large.join(', ')}`);
  return { ...scanned, api, checkout, tree, scan };
}

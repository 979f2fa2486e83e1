import type { Api } from '../api/api.ts';
import { usageProblem } from '../base/problem.ts';
import type { CommandSession } from '../command/command.ts';
import { openFactsCache } from '../code/facts-cache.ts';
import { readCheckout } from '../code/git.ts';
import type { CodeReference } from '../code/scan-tree.ts';
import { scanTree } from '../code/scan-tree.ts';
import { readWorkingTree, type Tree } from '../code/tree.ts';
import type { Patch } from './patch-tree.ts';
import { parseWinner, type Winner } from './winner.ts';

interface PatchRequest {
  readonly flag: string;
  readonly project: string;
  readonly calls: readonly string[] | undefined;
  readonly winner: string | undefined;
  readonly dropArguments: boolean;
}

/** The patch of a checkout for one flag, and its references. Nothing is written. */
export interface FoundPatch extends Patch {
  readonly root: string;
  readonly tree: Tree;
  readonly winner: Winner;
  readonly references: readonly CodeReference[];
}

/** Finds the patch that removes a flag. The winner comes from the server unless it is given. */
export async function findPatch(
  { flag, project, calls = [], winner: given, dropArguments }: PatchRequest,
  session: CommandSession,
): Promise<FoundPatch> {
  const winner = given === undefined ? await readWinner(await session.api(), project, flag) : parseWinner(given);
  const { root } = await readCheckout(session.folder, session.terminal.env);
  const tree = await readWorkingTree(root);
  const rules = { declared: calls };
  const scanned = await scanTree({ root, tree, names: [flag], rules, cache: await openFactsCache({}, root) });
  // Loads the compiler.
  const { patchTree } = await import('./patch-tree.ts');
  const patch = patchTree({ root, tree, scanned, flag, winner, rules, dropsArguments: dropArguments });
  return { ...patch, root, tree, winner, references: scanned.references };
}

/** The only answer that the flag has left. Throws if it has several. */
async function readWinner(api: Api, project: string, flag: string): Promise<Winner> {
  const path = { projectId: project, featureName: flag };
  const { winner } = await api.ask('GET /api/admin/projects/{projectId}/features/{featureName}/cleanup', { path });
  if (winner === null) throw usageProblem(`${flag} still has several answers. Use --winner to remove it anyway.`);
  const { enabled, variant } = winner;
  if (!variant) return { enabled };
  return { enabled, variant: variant.name, ...(variant.payload && { payload: variant.payload }) };
}

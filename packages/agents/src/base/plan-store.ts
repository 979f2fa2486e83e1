import type { OpenParts } from '@signalbox/kit';
import type { Document } from './operations.ts';
import { ToolProblem } from './tool-problem.ts';

/** The documents of plans, so that an agent commits exactly what it planned. Only the token that planned them finds them. */
export interface PlanStore {
  store(project: string, hash: string, documents: readonly Document[]): Promise<void>;
  find(project: string, hash: string): Promise<readonly Document[]>;
}

const storedForMs = 30 * 60_000;
const maxBytes = 512 * 1024;

export function openPlanStore(cache: OpenParts['cache'], tokenId: number): PlanStore {
  const keyOf = (project: string, hash: string) => `agent-plan:${tokenId}:${project}:${hash}`;
  return {
    async store(project, hash, documents) {
      const text = JSON.stringify(documents);
      if (Buffer.byteLength(text) > maxBytes) throw new ToolProblem('The plan is too large. Plan fewer flags at a time.');
      await cache.set(keyOf(project, hash), text, storedForMs);
    },
    async find(project, hash) {
      const stored = await cache.get(keyOf(project, hash));
      if (stored === null)
        throw new ToolProblem('There is no plan of yours with this hash: plans last 30 minutes. Call plan_change again.');
      return JSON.parse(stored.toString()) as readonly Document[];
    },
  };
}

import type { EntityManager } from '@signalbox/kit';
import { FeatureDependency } from '../feature/dependency/feature-dependency.ts';
import { keyOf, type Step } from './change-kind.ts';

/** Limit on changes per transaction, whose locks block other work. Groups that cannot be split may exceed it. */
const maxChunkSize = 100;

/**
 * Splits a changeset into independent chunks for separate dry runs. Changes of the same object stay together, and so do
 * features that depend on each other. A changeset that changes a segment is not split, because any feature may use the segment.
 */
export async function chunksOf(em: EntityManager, steps: readonly Step[]): Promise<(readonly Step[])[]> {
  if (steps.length <= maxChunkSize || steps.some(({ change }) => change.of === 'segment')) return [steps];
  const groups = new Groups();
  for (const { change } of steps) groups.join(change.touches.map(keyOf));
  for (const { child, parent } of await dependenciesOf(em, steps)) groups.join([child, parent].map((id) => keyOf({ kind: 'feature', id })));
  const parted = Map.groupBy(steps, ({ change: { touches } }) => groups.of(touches[0] ? keyOf(touches[0]) : ''));
  const chunks: Step[][] = [];
  for (const group of parted.values()) {
    const last = chunks.at(-1);
    if (last && last.length + group.length <= maxChunkSize) last.push(...group);
    else chunks.push([...group]);
  }
  return chunks;
}

async function dependenciesOf(em: EntityManager, steps: readonly Step[]): Promise<FeatureDependency[]> {
  if (!steps.some(({ change }) => change.projectWide)) return [];
  const names = [...new Set(steps.map(({ change }) => change.target.featureName))];
  return em.find(FeatureDependency, { $or: [{ child: { $in: names } }, { parent: { $in: names } }] });
}

/** Disjoint sets of keys. Each key points to another of its group, the first of a group to itself. */
class Groups {
  readonly #next = new Map<string, string>();

  join([first, ...others]: readonly string[]): void {
    if (first === undefined) return;
    const to = this.of(first);
    for (const other of others) this.#next.set(this.of(other), to);
  }

  of(key: string): string {
    const next = this.#next.get(key) ?? key;
    if (next === key) {
      this.#next.set(key, key);
      return key;
    }
    const first = this.of(next);
    this.#next.set(key, first);
    return first;
  }
}

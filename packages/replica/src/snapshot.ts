import type { FeatureState, SegmentState, StatePage } from '@signalbox/contracts';
import type { Lists } from '@signalbox/engine';
import { Draft } from './draft.ts';
import { inChunks } from './in-chunks.ts';
import type { View } from './view.ts';

/** Pages that were fetched one after the other, while the state may have changed. */
export interface Snapshot extends FetchedPages {
  readonly lists: Lists;
}

/** Pages without the lists that they name. */
export interface FetchedPages {
  readonly features: readonly FeatureState[];
  readonly segments: ReadonlyMap<number, SegmentState>;
  /** Revision of the oldest page. Changes after it must be replayed. */
  readonly lowest: number;
  /** Newest revision that a page may include. Changes up to it must be replayed before the snapshot may be shown. */
  readonly highest: number;
}

/**
 * Fetches all pages and yields between them, because in a single process nothing else does. Throws errors of `fetchPage`, and throws if a
 * page does not continue with a later name.
 */
export async function fetchSnapshot(
  fetchPage: (after: string | null) => Promise<StatePage>,
  yieldToOthers: () => Promise<void>,
): Promise<FetchedPages> {
  const features: FeatureState[] = [];
  const segments = new Map<number, SegmentState>();
  const revisions: number[] = [];
  const reached: number[] = [];
  for (let after: string | null = null; ; ) {
    const page = await fetchPage(after);
    revisions.push(page.revision);
    reached.push(page.reached ?? page.revision);
    features.push(...page.features);
    for (const segment of page.segments) segments.set(segment.id, segment);
    if (page.next === null) return { features, segments, lowest: Math.min(...revisions), highest: Math.max(...reached) };
    if (after !== null && page.next <= after) throw new Error(`the page after ${after} does not advance (next: ${page.next})`);
    after = page.next;
    await yieldToOthers();
  }
}

/** Creates the draft from a view to a snapshot, with only the real differences. */
export async function draftSnapshot(from: View, snapshot: Snapshot, yieldToOthers: () => Promise<void>): Promise<Draft> {
  const draft = new Draft(from, snapshot.lists);
  const names = new Set(snapshot.features.map((feature) => feature.name));
  for (const id of draft.segmentIds()) if (!snapshot.segments.has(id)) draft.removeSegment(id);
  await inChunks(snapshot.segments.values(), yieldToOthers, (segment) => draft.putSegment(segment));
  await inChunks(draft.featureNames(), yieldToOthers, (name) => names.has(name) || draft.removeFeature(name));
  await inChunks(snapshot.features, yieldToOthers, (feature) => draft.putFeature(feature));
  return draft;
}

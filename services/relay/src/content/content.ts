import type { SegmentState } from '@signalbox/contracts';
import { type FeatureInEnvironment, readFeature, readSegment } from './client-features.ts';

/** All features and segments that one token can access. */
export interface Content {
  readonly features: ReadonlyMap<string, FeatureInEnvironment>;
  readonly segments: ReadonlyMap<number, SegmentState>;
  /** Revision of the upstream; 0 if it reports none. */
  readonly revision: number;
}

/** Reports a feature or segment that cannot be represented. */
export type ReportProblem = (what: string, problem: string) => void;

interface Listed {
  readonly features?: readonly unknown[];
  readonly segments?: readonly unknown[];
  readonly meta?: { readonly revisionId?: number };
}

/** Reads a response of `/api/client/features`. Throws if it is none. */
export function readContent(text: string, report: ReportProblem): Content {
  const { features, segments = [], meta } = JSON.parse(text) as Listed;
  if (!Array.isArray(features)) throw new Error('There is no list of features.');
  return contentOf(features, segments, meta?.revisionId ?? 0, report);
}

function contentOf(features: readonly unknown[], segments: readonly unknown[], revision: number, report: ReportProblem): Content {
  const draft = new ContentDraft({ features: new Map(), segments: new Map(), revision }, report);
  for (const segment of segments) draft.putSegment(segment);
  for (const feature of features) draft.putFeature(feature);
  return draft.content;
}

/** A change of a stream or delta. */
export interface DeltaEvent {
  readonly type: string;
  readonly eventId?: number;
  readonly features?: readonly unknown[];
  readonly segments?: readonly unknown[];
  readonly feature?: unknown;
  readonly featureName?: string;
  readonly segment?: unknown;
  readonly segmentId?: number;
}

/** Applies the events of a stream to the content before them. Ignores unknown types. Throws for a change of unknown content. */
export function applyEvents(before: Content | null, events: readonly DeltaEvent[], report: ReportProblem): Content {
  let content = before;
  for (const event of events) {
    const revision = event.eventId ?? content?.revision ?? 0;
    if (event.type === 'hydration') content = contentOf(event.features ?? [], event.segments ?? [], revision, report);
    else if (content) content = changed(content, event, revision, report);
    else throw new Error('The upstream sent changes before any features.');
  }
  if (!content) throw new Error('The upstream sent no features.');
  return content;
}

function changed(content: Content, event: DeltaEvent, revision: number, report: ReportProblem): Content {
  const draft = new ContentDraft({ features: new Map(content.features), segments: new Map(content.segments), revision }, report);
  if (event.type === 'feature-updated') draft.putFeature(event.feature);
  if (event.type === 'segment-updated') draft.putSegment(event.segment);
  if (event.type === 'feature-removed') draft.features.delete(event.featureName ?? '');
  if (event.type === 'segment-removed') draft.segments.delete(event.segmentId ?? -1);
  return draft.content;
}

class ContentDraft {
  readonly content: Content;
  readonly features: Map<string, FeatureInEnvironment>;
  readonly segments: Map<number, SegmentState>;
  readonly #report: ReportProblem;

  constructor(content: Content & Pick<ContentDraft, 'features' | 'segments'>, report: ReportProblem) {
    this.content = content;
    this.features = content.features;
    this.segments = content.segments;
    this.#report = report;
  }

  /** A feature that cannot be represented is removed: serving its last known state would hide the problem. */
  putFeature(value: unknown): void {
    const name = (value as { name?: unknown } | null)?.name;
    const feature = readFeature(value);
    if (typeof feature !== 'string') this.features.set(feature.name, feature);
    else {
      this.features.delete(String(name));
      this.#report(`feature ${String(name)}`, feature);
    }
  }

  putSegment(value: unknown): void {
    const segment = readSegment(value);
    if (typeof segment === 'string') this.#report(`segment ${String((value as { id?: unknown } | null)?.id)}`, segment);
    else this.segments.set(segment.id, segment);
  }
}

import { metric, minuteMs, type OpenContext, type Opened, type OpenParts, routeWith } from '@signalbox/kit';
import { followState, type Replica, Revisions, type View } from '@signalbox/replica';
import { AnswerCache } from './answer/answer-cache.ts';
import { Templates } from './answer/templates.ts';

/** The in-memory state of the playground. */
export interface Playground {
  readonly replica: Replica;
  readonly revisions: Revisions;
  readonly answers: AnswerCache;
  readonly templates: Templates;
  /** Random in [0, 1). */
  readonly random: () => number;
}

export const ageMetric = metric({
  name: 'signalbox_playground_replica_age_seconds',
  help: 'Time since this process last confirmed that its features are current.',
  kind: 'gauge',
  labels: [],
});

/** Opens the replica of the features and the caches. */
export async function openPlayground(parts: OpenParts): Promise<Opened<Playground>> {
  const { access, settings } = parts;
  const late: { revisions?: Revisions } = {}; // set after the first views have arrived
  const { replica, close } = await followState(parts, { onChange: () => late.revisions?.advance() });
  const revisions = new Revisions({ replica, accessVersion: () => access.version, maxWaitMs: settings.revisionWaitMs });
  late.revisions = revisions;
  access.onChange(() => revisions.advance());
  parts.report(ageMetric, () => [{ labels: {}, value: replica.follower.ageMs / 1000 }]);
  const templates = new Templates();
  parts.every(minuteMs, () => templates.dropIdle());
  const state: Playground = { replica, revisions, answers: new AnswerCache(parts), templates, random: parts.random };
  return {
    state,
    ready: () => (replica.ready ? null : 'No features loaded: the service toggles has not responded.'),
    degraded: () => (replica.stale ? 'Features may be stale.' : null),
    close: async () => {
      close();
      revisions.close();
    },
  };
}

/** Context of the playground's handlers. */
export type PlaygroundContext = OpenContext<Playground>;

/** `route` with the state of the playground. */
export const route = routeWith<Playground>();

/**
 * The features, at least at the caller's `If-Min-Revision`. Throws 503 while none are loaded, and 425 if the revision does
 * not arrive in time.
 */
export async function currentView(context: PlaygroundContext): Promise<View> {
  const { replica, revisions } = context.state;
  const minRevision = context.request.headers['if-min-revision'];
  await revisions.reach(minRevision === undefined ? undefined : String(minRevision));
  return replica.view;
}

import { metric, minuteMs, type OpenContext, type Opened, type OpenParts, routeWith } from '@signalbox/kit';
import { followState, type Replica, Revisions, type View } from '@signalbox/replica';
import { AnswerCache } from './answer/answer-cache.ts';
import { Templates } from './answer/templates.ts';

/** What the playground holds in memory: the state of its routes. */
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

/** Follows the features, and remembers answers in the cache. */
export async function openPlayground(parts: OpenParts): Promise<Opened<Playground>> {
  const { access, settings } = parts;
  const late: { revisions?: Revisions } = {}; // The first views come before there is somebody to tell of them.
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

/** What its handlers may touch. */
export type PlaygroundContext = OpenContext<Playground>;

/** Declares an endpoint whose handler finds the playground's state. */
export const route = routeWith<Playground>();

/** The features, once they are at least of the caller's `If-Min-Revision`; 503 while there are none, 425 if that does not come. */
export async function currentView(context: PlaygroundContext): Promise<View> {
  const { replica, revisions } = context.state;
  const asked = context.request.headers['if-min-revision'];
  await revisions.reach(asked === undefined ? undefined : String(asked));
  return replica.view;
}

import { yieldToOthers } from '@signalbox/kit';
import { isDeepStrictEqual } from 'node:util';
import type { FeatureState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import type { View } from '@signalbox/replica';
import { isInScope, presentFeature } from '../feature/present-feature.ts';
import type { Scope } from '../feature/scope.ts';
import { type Form, hydrationForm, segmentsOf } from '../feature/write-features.ts';
import type { History, Passed } from './history.ts';

/** What takes a program from the revision that it has to the current one: the changes where they are known, else everything. */
export function formSince(history: History, scope: Scope, since: number | undefined): Form {
  return since !== undefined && history.reaches(scope, since) ? deltaForm(history, since) : hydrationForm;
}

const deltaForm = (history: History, since: number): Form => ({
  name: `since ${since}`,
  async write(view, scope, revision) {
    const passed = history.since(scope, since);
    // Which segments are in use takes a look at every feature: one scope after the other.
    if (passed.segments.size > 0) await yieldToOthers();
    return Buffer.from(JSON.stringify({ events: eventsOf(passed, view, scope).map((event) => ({ eventId: revision, ...event })) }));
  },
});

/** Segments before the features that name them. All changes of a revision are one step, so that they carry the same id. */
function eventsOf(passed: Passed, view: View, scope: Scope): object[] {
  const features = [...passed.features].map(([name, then]) => changeOf(name, then, view, scope));
  const named = new Set(features.flatMap(({ segments }) => segments));
  for (const id of inUse(passed, view, scope)) named.add(id);
  const gone = [...passed.segments].filter((id) => !view.segments().has(id));
  return [
    ...[...named].flatMap((id) => view.segments().get(id) ?? []).map((segment) => ({ type: 'segment-updated', segment })),
    ...features.flatMap(({ events }) => events),
    ...gone.map((segmentId) => ({ type: 'segment-removed', segmentId })),
  ];
}

/** Changed segments that the scope has to do with. */
function inUse({ segments }: Passed, view: View, scope: Scope): number[] {
  if (segments.size === 0) return [];
  const features = [...view.features()].filter((feature) => isInScope(feature, scope));
  return segmentsOf(features, scope, view).flatMap(({ id }) => (segments.has(id) ? [id] : []));
}

interface FeatureChange {
  readonly events: readonly object[];
  /** Segments that the feature names and did not name then. */
  readonly segments: readonly number[];
}

const nothing: FeatureChange = { events: [], segments: [] };

function changeOf(name: string, then: FeatureState | undefined, view: View, scope: Scope): FeatureChange {
  const before = seen(then, scope);
  const after = seen(view.feature(name), scope);
  if (!after) return before ? { events: [{ type: 'feature-removed', featureName: name, project: before.project }], segments: [] } : nothing;
  const feature = presentFeature(after, scope, view.segments());
  if (before && isDeepStrictEqual(feature, presentFeature(before, scope, view.segments()))) return nothing;
  const known = new Set(before && segmentIds(before, scope));
  return { events: [{ type: 'feature-updated', feature }], segments: segmentIds(after, scope).filter((id) => !known.has(id)) };
}

const seen = (feature: FeatureState | undefined, scope: Scope) => (feature && isInScope(feature, scope) ? feature : undefined);

const segmentIds = (feature: FeatureState, { environment }: Scope): number[] =>
  settingsOf(feature, environment)?.strategies.flatMap(({ segments }) => segments) ?? [];

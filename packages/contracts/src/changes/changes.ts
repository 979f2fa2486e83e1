import { type Change, type ChangeAction, changeActions } from '../changeset.ts';
import type { EventBody } from '../envelope.ts';
import { called, type ChangeDefinition, contentIn, type Emission, textIn } from './change-definition.ts';
import { featureChanges } from './feature-changes.ts';
import { releaseChanges } from './release-changes.ts';
import { projectChanges } from './project-changes.ts';

/** All kinds of changes that change requests can contain, by their names on the wire. */
export const changes: Readonly<Record<ChangeAction, ChangeDefinition>> = { ...featureChanges, ...projectChanges, ...releaseChanges };

/** True if the change affects all environments of the project. */
export const isProjectWide = ({ action }: Pick<Change, 'action'>): boolean => changes[action].scope === 'project';

/** A change with what its phrase may mention, and a payload that may not have been validated. */
export interface DescribedChange {
  readonly feature?: string | null | undefined;
  /** Name of the changed segment. */
  readonly segment?: string | null | undefined;
  readonly payload?: unknown;
  /** The content before the change. */
  readonly snapshot?: unknown;
}

/** A change in one sentence, without the full stop. It is as long as the names in it, and may contain their line breaks. */
export const changePhrase = (change: DescribedChange & Pick<Change, 'action'>, environment: string): string =>
  phraseOf(changes[change.action], change, environment);

/** `changePhrase` for a change that change requests cannot contain. */
export function phraseOf(
  { phrase }: Pick<ChangeDefinition, 'phrase'>,
  { feature, segment, payload, snapshot }: DescribedChange,
  environment: string,
): string {
  const [after, before] = [contentIn(payload), contentIn(snapshot)];
  return phrase({
    feature: feature ?? '',
    environment,
    here: `${feature ?? ''} in ${environment}`,
    segment: called('segment', segment ?? textIn(after, 'name') ?? textIn(before, 'name')),
    payload: after,
    before,
  });
}

const emissions: ReadonlyMap<string, readonly (Emission & { readonly action: ChangeAction })[]> = Map.groupBy(
  changeActions.flatMap((action) => changes[action].emits.map((emitted) => ({ ...emitted, action }))),
  ({ event }) => event.type,
);

const emissionOf = (event: Happened) => emissions.get(event.type)?.find(({ isOf }) => isOf(event));

type Happened = Pick<EventBody, 'type' | 'data' | 'preData'>;

/** The kind of change that has the effect of the event; null if none has. */
export function changeKindOf(event: Happened): ChangeDefinition | null {
  const emitted = emissionOf(event);
  return emitted ? changes[emitted.action] : null;
}

/** The change that has the effect of the event; null if no change has. */
export function changeOfEvent(event: EventBody): Change | null {
  const emitted = emissionOf(event);
  if (!emitted) return null;
  const payload = emitted.payload(event);
  return { action: emitted.action, feature: event.featureName, ...(payload === undefined ? {} : { payload }) };
}

import { Failure } from '@signalbox/contracts';
import type { AppliedAction } from '../../tables/plan.ts';
import { contentHash } from '../apply/applied-plan.ts';
import { type Content, contentOf, parentsOf, protectionPartOf } from '../compare/compare-documents.ts';
import { mentionedParts, withoutRelease } from '../compare/keep-unmentioned.ts';
import { type CurrentObjects, noNames, objectKey, type Names } from '../document/current-documents.ts';
import type { CurrentObject } from '../document/current-object.ts';
import {
  apiVersion,
  type Document,
  type DocumentOf,
  type EnvironmentSpec,
  type FeatureSpec,
  type Kind,
} from '../document/document.schema.ts';

/** The state before a plan was applied: objects as they were, and the objects that it created. */
export interface StateBefore {
  readonly documents: readonly Document[];
  readonly created: Names;
  /** The actions whose objects have been changed since. */
  readonly changed: readonly AppliedAction[];
}

/** Describes the objects of an applied plan as they were before. Parts that the plan did not change stay as they are now. */
export function stateBefore(actions: readonly AppliedAction[], current: CurrentObjects): StateBefore {
  const created = noNames();
  const documents: Document[] = [];
  for (const [key, own] of Map.groupBy(actions, ({ kind, name }) => objectKey(kind as Kind, name))) {
    const object = current.get(key);
    const [first] = own;
    if (!first) continue;
    if (own.some(({ op }) => op === 'create')) {
      if (object && !object.isArchived) created[first.kind as Kind].add(first.name);
    } else documents.push(documentBefore(first, own, object));
  }
  const changed = actions.filter((action) => {
    const object = current.get(objectKey(action.kind as Kind, action.name));
    return contentHash(partNow(action, object)) !== action.left;
  });
  return { documents, created, changed };
}

/** The content of the part that an action changed; null if the object does not exist. */
function partNow({ environment, isOfParents, before }: AppliedAction, object: CurrentObject | undefined): Content | null {
  if (!object || object.isArchived) return null;
  const { document } = object;
  if (document.kind === 'Environment' && environment !== undefined) return protectionPartOf(document.spec);
  if (document.kind !== 'Feature') return contentOf(document);
  if (environment !== undefined) return withoutRelease(document.spec.environments?.[environment] ?? {}, mentionedParts(before ?? {}));
  return isOfParents ? parentsOf(document.spec) : contentOf(document);
}

function documentBefore({ kind, name }: AppliedAction, actions: readonly AppliedAction[], object: CurrentObject | undefined): Document {
  const own = actions.find(({ environment, isOfParents }) => environment === undefined && !isOfParents)?.before;
  const now = object?.document;
  const content = own ?? (now && contentOf(now));
  if (!content) throw new Failure('ConflictError', `The ${kind} ${name} no longer exists, so the plan cannot be undone as one.`);
  if (kind === 'Segment') {
    const { project, ...spec } = content;
    return { apiVersion, kind, metadata: { name, ...(typeof project === 'string' && { project }) }, spec };
  }
  if (kind === 'Environment') return { apiVersion, kind, metadata: { name }, spec: environmentParts(actions) };
  if (kind !== 'Feature') return { apiVersion, kind, metadata: { name }, spec: content } as Document;
  return { apiVersion, kind, metadata: { name }, spec: { ...content, ...featureParts(actions, now) } };
}

/** The parts that the plan changed. A default strategy cannot be removed, so a first one stays. */
const environmentParts = (actions: readonly AppliedAction[]): EnvironmentSpec =>
  Object.assign(
    {},
    ...actions.map(({ environment, before }) => (environment === undefined ? before : { protection: null, ...before })),
  ) as EnvironmentSpec;

/** The parents as they were, and the settings in the environments that the plan changed. An archived feature has lost its parents. */
function featureParts(actions: readonly AppliedAction[], now: Document | undefined): Pick<FeatureSpec, 'parents' | 'environments'> {
  const changed = actions.find(({ op, isOfParents }) => op === 'delete' || isOfParents)?.before;
  const parents = parentsOf(changed ?? (now?.kind === 'Feature' ? now.spec : {}));
  const settings = actions.flatMap(({ environment, before }) => (environment === undefined ? [] : [[environment, before ?? {}] as const]));
  return { ...parents, environments: Object.fromEntries(settings) as DocumentOf<'Feature'>['spec']['environments'] & object };
}

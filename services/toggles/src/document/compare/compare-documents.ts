import { isDeepStrictEqual } from 'node:util';
import { compareTexts } from '@signalbox/kit';
import jsonPatch from 'fast-json-patch';
import { type CurrentObjects, objectKey } from '../document/current-documents.ts';
import type { CurrentObject } from '../document/current-object.ts';
import { type Document, type EnvironmentSpec, isOfProject, type Kind, kinds } from '../document/document.schema.ts';
import type { SettingsSpec } from '../document/settings.schema.ts';
import { Pace } from '../document/pace.ts';

/** A part of an object that differs from its document. Settings of a feature in an environment are parts of their own. */
export interface Difference {
  readonly op: 'create' | 'update' | 'delete';
  readonly kind: Kind;
  readonly name: string;
  readonly environment?: string;
  readonly before: Content | null;
  readonly after: Content | null;
}

export type Content = Readonly<Record<string, unknown>>;

export interface Comparison {
  readonly differences: readonly Difference[];
  /** The number of parts that are as in their documents. */
  readonly same: number;
}

/**
 * Compares canonical documents with the current objects, in a fixed order that does not depend on the order of the documents. With
 * `owner`, the set of each object counts too. `removed` are objects to delete.
 */
export async function compareDocuments(
  desired: readonly Document[],
  current: CurrentObjects,
  { owner, removed = [] }: { readonly owner?: string | undefined; readonly removed?: readonly CurrentObject[] } = {},
): Promise<Comparison> {
  const differences: Difference[] = [];
  let same = 0;
  const pace = new Pace();
  for (const document of desired) {
    const parts = partsOf(
      document,
      current.get(objectKey(document.kind, document.metadata.name)),
      isOfProject(document.kind) ? undefined : owner,
    );
    const changed = parts.filter(({ before, after }) => !isDeepStrictEqual(before, after));
    differences.push(...changed.map(differenceOf));
    same += parts.length - changed.length;
    await pace.done(document);
  }
  const deletions = removed.map(({ document }) => differenceOf({ ...identityOf(document), before: lostWith(document), after: null }));
  return { differences: [...differences, ...deletions].sort(inOrder), same };
}

interface Part extends Pick<Difference, 'kind' | 'name' | 'environment'> {
  readonly before: Content | null;
  readonly after: Content | null;
}

const identityOf = ({ kind, metadata: { name } }: Document) => ({ kind, name });

/** The parts that a document describes. Its environments are compared only if it names them. An archived feature is created again. */
function partsOf(document: Document, current: CurrentObject | undefined, owner: string | undefined): Part[] {
  const identity = identityOf(document);
  if (document.kind === 'Environment') {
    const [before, after] = [current?.document.kind === 'Environment' ? current.document.spec : {}, document.spec];
    return [
      { ...identity, before: defaultStrategyOf(before), after: defaultStrategyOf(after) },
      { ...identity, environment: identity.name, before: protectionPartOf(before), after: protectionPartOf(after) },
    ];
  }
  const active = current?.isArchived ? undefined : current;
  const before = active ? withSet(contentOf(active.document), owner === undefined ? null : active.managedBy) : null;
  const own = { ...identity, before, after: withSet(contentOf(document), active ? (owner ?? null) : null) };
  if (document.kind !== 'Feature') return [own];
  const stored = current?.document.kind === 'Feature' ? current.document.spec : {};
  const settings = Object.entries(document.spec.environments ?? {}).map(([environment, after]) => ({
    ...identity,
    environment,
    before: switched(stored.environments?.[environment] ?? {}, active !== undefined),
    after,
  }));
  const parents = { ...identity, before: parentsOf(stored), after: parentsOf(document.spec) };
  return [own, ...(isDeepStrictEqual(parents.before, parents.after) ? [] : [parents]), ...settings];
}

/** The parts of an environment. Its protection is a part of its own, because weaker protection needs approval. */
export const protectionPartOf = ({ protection }: EnvironmentSpec): Content => (protection ? { protection } : {});
const defaultStrategyOf = ({ defaultStrategy }: EnvironmentSpec): Content => (defaultStrategy ? { defaultStrategy } : {});

/** Features are revived switched off. */
function switched({ enabled, ...settings }: SettingsSpec, isActive: boolean): Content {
  return isActive && enabled ? { enabled, ...settings } : settings;
}

/** The properties of the object itself. Parents are a part of their own, because they require another permission. */
export function contentOf(document: Document): Content {
  if (document.kind === 'Segment') return { ...(document.metadata.project && { project: document.metadata.project }), ...document.spec };
  if (document.kind === 'Environment') return defaultStrategyOf(document.spec);
  if (document.kind !== 'Feature') return document.spec;
  const { parents: _parents, environments: _environments, ...content } = document.spec;
  return content;
}

/** Everything that a deletion removes. Archived features keep their settings, but not their parents. */
const lostWith = (document: Document): Content => ({
  ...contentOf(document),
  ...(document.kind === 'Feature' && parentsOf(document.spec)),
});

const withSet = (content: Content, managedBy: string | null): Content => (managedBy === null ? content : { ...content, managedBy });

/** The parents as a part. */
export const parentsOf = ({ parents }: { readonly parents?: readonly object[] }): Content => (parents ? { parents } : {});

function differenceOf({ before, after, ...part }: Part): Difference {
  const op = before === null ? 'create' : after === null ? 'delete' : 'update';
  return { op, ...part, before, after };
}

/** The difference as a JSON Patch (RFC 6902). */
export function patchOf({ before, after }: Pick<Difference, 'before' | 'after'>): jsonPatch.Operation[] {
  if (after === null) return [{ op: 'remove', path: '' }];
  return before === null ? [{ op: 'add', path: '', value: after }] : jsonPatch.compare(before, after);
}

const inOrder = (one: Difference, other: Difference): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
  compareTexts(one.name, other.name) ||
  compareTexts(one.environment ?? '', other.environment ?? '');

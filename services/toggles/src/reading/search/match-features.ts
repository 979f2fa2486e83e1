import type { Tag } from '@signalbox/contracts';
import type { FeatureIndex } from '../feature-index/feature-index.ts';
import { type IndexedFeature, textOf } from '../feature-index/indexed-feature.ts';
import type { FeatureTest } from '../feature-index/leaf.ts';
import { noUser } from '../favorite/favorite.ts';
import type { SearchInputs } from './read-usage-and-changes.ts';
import type { FeatureState, ListTest, Moment, SetTest, ParsedSearch } from './read-search.ts';

/** The projects that the caller can see. */
type Visible = readonly string[] | 'all';

type Test = (feature: IndexedFeature) => boolean;

/** The features that match the search, in projects that the caller can see, sorted by name or by age. */
export function matchFeatures(
  index: FeatureIndex,
  search: ParsedSearch,
  inputs: SearchInputs,
  visible: Visible,
): readonly IndexedFeature[] {
  const order = search.sorting.by === 'name' ? 'name' : 'age';
  const named = search.terms.some((term) => term.includes(':'));
  const parts = search.terms.length > 0 && !named ? search.terms.map((term) => term.toLowerCase()) : null;
  const features = index.select({ order, archived: search.archived, parts, test: ownTest(index, search) });
  const tests = [...(visible === 'all' ? [] : [isIn(visible, ({ project }) => project)]), ...testsOfInputs(search, inputs)];
  if (named) tests.push(textTest(search.terms));
  return tests.reduce<readonly IndexedFeature[]>((matching, test) => matching.filter(test), features);
}

/** The conditions on properties of the feature itself, as one test. Null if there are none. */
function ownTest(index: FeatureIndex, search: ParsedSearch): FeatureTest | null {
  const { project, name, type, creator, owner, created, changed, status, reach, tag, segment } = search;
  const segmentIds = segment ? idsOf(segment, index) : [];
  const all = [
    project && isListed(project, (feature) => feature.project),
    name && isListed(name, (feature) => feature.name),
    type && isListed(type, (feature) => feature.type),
    // Features that an API token created have no creator.
    creator && isListed(creator, ({ createdByUserId }) => createdByUserId ?? noUser),
    owner && isListed(owner, ({ ownerId }) => ownerId ?? noUser),
    created && (({ createdAt }) => isWithin(created, createdAt)),
    changed && (({ changedAt }) => changedAt !== null && isWithin(changed, changedAt)),
    statusTest(status),
    reachTest(reach),
    tag && tagTest(tag),
    segment && segmentTest(segment, segmentIds),
  ] satisfies (Test | null)[];
  const tests = all.filter((test) => test !== null);
  if (tests.length === 0) return null;
  const key = JSON.stringify([project, name, type, creator, owner, created, changed, status, reach, tag, segment, segmentIds]);
  return { key, passes: (feature) => tests.every((test) => test(feature)) };
}

/** Conditions on what changes without events. */
function testsOfInputs({ favorite, state, stage, cleanup, lastSeen }: ParsedSearch, inputs: SearchInputs): Test[] {
  const tests: (Test | null)[] = [
    favorite === null ? null : ({ name }) => inputs.favorites.has(name) === favorite,
    state && stateTest(state, inputs),
    stage && (({ name }) => inputs.inStage.has(name) === stage.isIn),
    cleanup && isListed(cleanup, ({ name }) => inputs.verdicts.get(name) ?? 'keep'),
    lastSeen && lastSeenTest(lastSeen, inputs),
  ];
  return tests.filter((test) => test !== null);
}

function isIn<T>(values: readonly T[], valueOf: (feature: IndexedFeature) => T): Test {
  const known = new Set(values);
  return (feature) => known.has(valueOf(feature));
}

function isListed<T>({ isIn: positive, values }: ListTest<T>, valueOf: (feature: IndexedFeature) => T): Test {
  const test = isIn(values, valueOf);
  return (feature) => test(feature) === positive;
}

const isWithin = ({ isBefore, at }: Moment, time: number): boolean => (isBefore ? time < at : time >= at);

function stateTest({ isIn: positive, values }: ListTest<FeatureState>, inputs: SearchInputs): Test {
  const tests: Readonly<Record<FeatureState, Test>> = {
    active: ({ stale }) => !stale,
    stale: ({ stale }) => stale,
    'potentially-stale': ({ stale, name }) => !stale && inputs.potentiallyStale.has(name),
  };
  return (feature) => values.some((value) => tests[value](feature)) === positive;
}

/** Features that were never seen match no condition on the last-seen time. */
const lastSeenTest =
  (moment: Moment, { lastSeenAt }: SearchInputs): Test =>
  ({ name }) => {
    const at = lastSeenAt.get(name);
    return at !== undefined && isWithin(moment, at);
  };

/** Matches any term, in the text of the feature, or for terms with a colon in the `type:value` of a tag. */
function textTest(terms: readonly string[]): Test {
  const parts = terms.map((term) => term.toLowerCase());
  const named = parts.filter((part) => part.includes(':'));
  const isTagged: Test = ({ tags }) => tags.some(({ type, value }) => isAnyIn(named, `${type}:${value}`.toLowerCase()));
  return (feature) => isAnyIn(parts, textOf(feature)) || isTagged(feature);
}

const isAnyIn = (parts: readonly string[], text: string): boolean => parts.some((part) => text.includes(part));

function statusTest(status: ParsedSearch['status']): Test | null {
  if (status.length === 0) return null;
  const namesOf = (expected: boolean) =>
    new Set(status.filter(({ enabled }) => enabled === expected).map(({ environment }) => environment));
  const [on, off] = [namesOf(true), namesOf(false)];
  return ({ settings }) => settings.some(({ enabled, shown }) => (enabled ? on : off).has(shown.name));
}

function reachTest(reach: ParsedSearch['reach']): Test | null {
  if (reach.length === 0) return null;
  const environmentsByKind = new Map(
    [...Map.groupBy(reach, ({ kind }) => kind)].map(([kind, own]) => [kind, new Set(own.map((one) => one.environment))]),
  );
  return ({ settings }) =>
    settings.some((own) => {
      const environments = environmentsByKind.get(own.reach);
      return environments !== undefined && (environments.has(null) || environments.has(own.shown.name));
    });
}

function tagTest(test: SetTest<Tag>): Test {
  const byType = Map.groupBy(test.values, ({ type }) => type);
  const valuesByType = new Map([...byType].map(([type, tags]) => [type, new Set(tags.map(({ value }) => value))]));
  return setTest(test, ({ tags }) => countOf(tags, ({ type, value }) => valuesByType.get(type)?.has(value) === true));
}

/** The ids of the segments with these names. */
function idsOf({ values }: SetTest<string>, { segments }: FeatureIndex): number[] {
  const names = new Set(values);
  return [...segments].flatMap(([id, name]) => (names.has(name) ? [id] : []));
}

function segmentTest(test: SetTest<string>, ids: readonly number[]): Test {
  const required = new Set(ids);
  return setTest(test, ({ segments }) => countOf(segments, (id) => required.has(id)));
}

function countOf<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  let count = 0;
  for (const item of items) if (isCounted(item)) count += 1;
  return count;
}

/** Compares the number of required values that a feature has. */
function setTest({ operator, values }: SetTest<unknown>, matchesOf: (feature: IndexedFeature) => number): Test {
  const enough = operator.endsWith('all of') ? values.length : 1;
  const isPositive = operator === 'any of' || operator === 'all of';
  return (feature) => matchesOf(feature) >= enough === isPositive;
}

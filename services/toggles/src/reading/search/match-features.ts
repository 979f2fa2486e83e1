import type { Tag } from '@signalbox/contracts';
import { containsText, type EntityManager, isAnyOf } from '@signalbox/kit';
import { type RawBuilder, sql } from 'kysely';
import { tablesOf } from '../../base/database/tables.ts';
import { stageTests } from '../../feature/feature/stage.ts';
import type { FeatureState, Moment, SetTest, Wanted } from './read-search.ts';
import { active } from '../feature/read-feature-items.ts';
import { noUser } from '../favorite/favorite.ts';

/** Says the same as `active` in a form that no index serves: those of the names do, where others would walk all features. */
const activeByName = sql<boolean>`coalesce(feature.archived_at, -1) = -1`;
const archived = sql<boolean>`feature.archived_at is not null`;

const archivedOrNot = sql<boolean>`1 = 1`;

function archiveTestOf(wanted: Wanted): RawBuilder<boolean> {
  if (wanted.archived === null) return archivedOrNot;
  if (wanted.archived) return archived;
  return isNarrow(wanted) ? activeByName : active;
}

const featuresIn = (em: EntityManager, wanted: Wanted) => tablesOf(em).selectFrom('feature').where(archiveTestOf(wanted));
export type Features = ReturnType<typeof featuresIn>;
/** What builds an expression about one feature. */
export type OfFeature = Parameters<Extract<Parameters<Features['where']>[0], (...of: never) => unknown>>[0];

/** Who asks, as far as it decides what is found. */
export interface Searcher {
  readonly userId: number;
  /** The projects whose features are found. */
  readonly visible: readonly string[] | 'all';
}

/** The features that the search wants, in the projects that the searcher may know of. */
export function matchFeatures(em: EntityManager, wanted: Wanted, { userId, visible }: Searcher): Features {
  let features = featuresIn(em, wanted);
  if (visible !== 'all') features = features.where((of) => isAnyOf(of.ref('feature.project_id'), visible));
  const { project, type, created, creator } = wanted;
  if (project) features = features.where('feature.project_id', project.isIn ? 'in' : 'not in', [...project.values]);
  if (type) features = features.where('feature.type', type.isIn ? 'in' : 'not in', [...type.values]);
  if (created) features = features.where('feature.created_at', comparisonOf(created), created.at);
  if (creator) features = features.where(creatorOf, creator.isIn ? 'in' : 'not in', [...creator.values]);
  features = matchState(features, wanted.state);
  features = matchStage(features, wanted.stage);
  features = matchFavorite(features, wanted.favorite, userId);
  features = matchLastSeen(features, wanted.lastSeen);
  features = matchText(features, wanted.terms);
  features = matchStatus(features, wanted.status);
  if (wanted.tag) features = matchTags(features, em, wanted.tag);
  return wanted.segment ? matchSegments(features, em, wanted.segment) : features;
}

const stateTests: Readonly<Record<FeatureState, RawBuilder<boolean>>> = {
  active: sql<boolean>`feature.stale = 0`,
  stale: sql<boolean>`feature.stale = 1`,
  'potentially-stale': sql<boolean>`(feature.stale = 0 and feature.potentially_stale = 1)`,
};

function matchState(features: Features, state: Wanted['state']): Features {
  if (!state) return features;
  return features.where((feature) => {
    const any = feature.or(state.values.map((value) => stateTests[value]));
    return state.isIn ? any : feature.not(any);
  });
}

function matchStage(features: Features, stage: Wanted['stage']): Features {
  if (!stage) return features;
  return features.where((feature) => {
    const any = feature.or(stage.values.map((value) => stageTests[value]));
    return stage.isIn ? any : feature.not(any);
  });
}

function matchFavorite(features: Features, favorite: boolean | null, userId: number): Features {
  if (favorite === null) return features;
  return features.where((feature) => (favorite ? isFavorite(feature, userId) : feature.not(isFavorite(feature, userId))));
}

/** Whether the user wants to find a feature first. */
export const isFavorite = (feature: OfFeature, userId: number) =>
  feature.exists(
    feature
      .selectFrom('favorite_feature')
      .select('favorite_feature.user_id')
      .where('favorite_feature.user_id', '=', userId)
      .whereRef('favorite_feature.feature_name', '=', 'feature.name'),
  );

const comparisonOf = ({ isBefore }: Moment) => (isBefore ? '<' : '>=');

/** What an API token has created was created by no user. */
const creatorOf = sql<number>`coalesce(feature.created_by_user_id, ${sql.lit(noUser)})`;

/** When a feature was last asked for, anywhere. */
export const lastSeenOf = (feature: OfFeature) =>
  feature
    .selectFrom('feature_environment')
    .select(({ fn }) => fn.max('feature_environment.last_seen_at').as('at'))
    .whereRef('feature_environment.feature_name', '=', 'feature.name');

/** What was never asked for was last asked for neither before nor after. */
const matchLastSeen = (features: Features, moment: Moment | null): Features =>
  moment ? features.where((feature) => feature(lastSeenOf(feature), comparisonOf(moment), moment.at)) : features;

/** Whether it asks for names that an index knows, so that no other way in should be tried. */
const isNarrow = ({ tag, segment }: Wanted): boolean => [tag, segment].some((test) => test !== null && isPositive(test));

/** Then names are joined: a database is free to test an `in` feature by feature, and does so at the wrong times. */
const isPositive = ({ operator }: SetTest<unknown>): boolean => operator === 'any of' || operator === 'all of';

/** Any term in the name, the description or a tag: in its value, or where the term has a colon in `type:value`. */
function matchText(features: Features, terms: readonly string[]): Features {
  if (terms.length === 0) return features;
  return features.where((feature) => {
    const tagged = feature
      .selectFrom('feature_tag')
      .select('feature_tag.feature_name')
      .where((tag) => {
        const named = tag.fn<string>('concat', ['tag_type', tag.val(':'), 'tag_value']);
        return tag.or(terms.map((term) => containsText(term.includes(':') ? named : tag.ref('tag_value'), term)));
      });
    const inText = terms.flatMap((term) => [
      containsText(feature.ref('feature.name'), term),
      containsText(feature.ref('description'), term),
    ]);
    return feature.or([...inText, feature('feature.name', 'in', tagged)]);
  });
}

function matchStatus(features: Features, status: Wanted['status']): Features {
  if (status.length === 0) return features;
  const bySwitch = Map.groupBy(status, ({ enabled }) => Number(enabled));
  return features.where((feature) =>
    feature(
      'feature.name',
      'in',
      feature
        .selectFrom('feature_environment')
        .select('feature_environment.feature_name')
        .where((is) =>
          is.or(
            [...bySwitch].map(([enabled, of]) =>
              is('enabled', '=', enabled).and(
                'environment',
                'in',
                of.map(({ environment }) => environment),
              ),
            ),
          ),
        ),
    ),
  );
}

function matchTags(features: Features, em: EntityManager, test: SetTest<Tag>): Features {
  const tagged = tablesOf(em)
    .selectFrom('feature_tag')
    .select('feature_name')
    .where((is) => is.or(test.values.map(({ type, value }) => is('tag_type', '=', type).and('tag_value', '=', value))))
    .groupBy('feature_name')
    .having(({ fn }) => fn.countAll<number>(), '>=', minMatchesOf(test));
  if (!isPositive(test)) return features.where('feature.name', 'not in', tagged);
  return features.innerJoin(tagged.as('tagged'), 'tagged.feature_name', 'feature.name') as Features;
}

function matchSegments(features: Features, em: EntityManager, test: SetTest<string>): Features {
  const using = tablesOf(em)
    .selectFrom('segment')
    .innerJoin('feature_strategy_segment', 'segment_id', 'segment.id')
    .select('feature_name')
    .where('segment.name', 'in', [...test.values])
    .groupBy('feature_name')
    .having(({ fn }) => fn.count<number>('segment.id').distinct(), '>=', minMatchesOf(test));
  if (!isPositive(test)) return features.where('feature.name', 'not in', using);
  return features.innerJoin(using.as('using_segment'), 'using_segment.feature_name', 'feature.name') as Features;
}

/** How many of the values a feature must have, or must not have together. */
const minMatchesOf = ({ operator, values }: SetTest<unknown>): number => (operator.endsWith('all of') ? values.length : 1);

import type { Migration } from '@signalbox/kit';

/** Which features use a segment, and which segments a feature uses, without a look at the strategies between. */
export const togglesSegmentsOfFeatures: readonly Migration[] = [
  {
    name: '0041-feature-of-segment-use',
    up: () => ["alter table feature_strategy_segment add column feature_name varchar(100) not null default ''"],
  },

  {
    name: '0042-features-of-segment-uses',
    up: () => [
      `update feature_strategy_segment set feature_name =
        (select feature_strategy.feature_name from feature_strategy where feature_strategy.id = strategy_id)`,
    ],
  },

  {
    name: '0043-features-of-segment',
    up: () => ['create index feature_of_segment on feature_strategy_segment (segment_id, feature_name)'],
  },

  {
    name: '0044-segments-of-feature',
    up: () => ['create index segment_of_feature on feature_strategy_segment (feature_name, segment_id)'],
  },
];

import type { Service } from '@signalbox/kit';

const countOf = (more = '') =>
  `(select count(*) from feature_strategy
    where feature_strategy.feature_name = feature_environment.feature_name
      and feature_strategy.environment = feature_environment.environment${more})`;

/** How many strategies a feature has in an environment, so that lists need not count them. */
export const togglesStrategiesOfPlaces: NonNullable<Service['migrations']> = [
  {
    name: '0046-strategies-of-places',
    up: () => [
      'alter table feature_environment add column strategy_count integer not null default 0',
      'alter table feature_environment add column enabled_strategy_count integer not null default 0',
      `update feature_environment set strategy_count = ${countOf()}, enabled_strategy_count = ${countOf(' and disabled = 0')}`,
    ],
  },
];

import type { Migration } from '@signalbox/kit';

/** Which context fields the constraints of a strategy name. The second key serves the question that the first cannot. */
export const toggles0011: Migration = {
  name: '0011-strategy-context',
  up: () => [
    `create table if not exists strategy_context (
      strategy_id char(36) not null,
      context_name varchar(100) not null,
      primary key (strategy_id, context_name),
      unique (context_name, strategy_id),
      foreign key (strategy_id) references feature_strategy (id) on delete cascade
    )`,
  ],
};

export const toggles0012: Migration = {
  name: '0012-strategy-of-segment',
  up: () => ['create index strategy_of_segment on feature_strategy_segment (segment_id)'],
};

export const toggles0013: Migration = {
  name: '0013-potentially-stale',
  up: () => ['alter table feature add column potentially_stale boolean not null default false'],
};

import type { Migration } from '@signalbox/kit';

/** Stores the safeguards of features in an environment. */
export const environmentSafeguards: Migration = {
  name: '0016-environment-safeguards',
  up: ({ exact }) => [
    `create table if not exists environment_safeguards (
      feature_name varchar(100) not null,
      environment varchar(100) not null,
      safeguards longtext not null,
      primary key (feature_name, environment),
      foreign key (feature_name, environment) references feature_environment (feature_name, environment) on delete cascade
    ) ${exact}`,
  ],
};

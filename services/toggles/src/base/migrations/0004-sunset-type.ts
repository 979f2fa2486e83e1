import type { Migration } from '@signalbox/kit';

/** Adds the feature type `sunset` to instances that have types. New instances get it with their default data. */
export const sunsetType: Migration = {
  name: '0004-sunset-type',
  up: () => [
    `insert into feature_type (id, name, description, lifetime_days)
    select 'sunset', 'Sunset', 'Removes a capability from users gradually.', 90
    from (select min(id) as id from feature_type) known
    where known.id is not null and not exists (select 1 from feature_type where id = 'sunset')`,
  ],
};

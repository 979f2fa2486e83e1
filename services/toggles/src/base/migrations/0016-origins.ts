import type { Migration } from '@signalbox/kit';

/** The row is there from the start, as that of maintenance is. */
export const togglesOrigins: Migration = {
  name: '0045-origins',
  up: () => [
    `insert into setting (id, content)
      select 'frontend.origins', null where not exists (select 1 from setting where id = 'frontend.origins')`,
  ],
};

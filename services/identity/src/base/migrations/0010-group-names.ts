import type { Migration } from '@signalbox/kit';

/** Microsoft Entra allows 256 characters. */
export const groupNames: Migration = {
  name: '0010-group-names',
  up: ({ widen }) => widen('user_group', 'name', 'varchar(256) not null'),
};

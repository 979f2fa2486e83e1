import type { Migration } from '@signalbox/kit';

/** Add-ons, with a queue and delivery results for each. */
export const addonsAndDeliveries: Migration = {
  name: '0001-addons-and-deliveries',
  up: ({ serial, exact }) => [
    `create table if not exists addon (
      id ${serial},
      provider varchar(50) not null,
      description varchar(1000) null,
      enabled boolean not null,
      parameters longtext not null,
      secrets longtext null,
      events longtext not null,
      projects longtext not null,
      environments longtext not null,
      signing_secret varchar(255) null,
      previous_secret varchar(255) null,
      previous_until bigint null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists delivery_queue (
      addon_id integer not null primary key,
      waiting integer not null,
      due_at bigint null,
      leased_until bigint not null,
      fence integer not null,
      foreign key (addon_id) references addon (id) on delete cascade
    ) ${exact}`,
    `create table if not exists stored_event (
      id ${serial},
      message_id char(36) not null unique,
      body longtext not null,
      stored_at bigint not null
    ) ${exact}`,
    `create table if not exists event_delivery (
      id ${serial},
      addon_id integer not null,
      event_id integer not null,
      state varchar(10) not null,
      attempts integer not null,
      status integer null,
      problem varchar(500) null,
      queued_at bigint not null,
      finished_at bigint null,
      foreign key (addon_id) references addon (id) on delete cascade,
      foreign key (event_id) references stored_event (id)
    ) ${exact}`,
    'create index delivery_of_addon on event_delivery (addon_id, state, id)',
    'create index delivery_of_event on event_delivery (event_id)',
    'create index delivery_by_end on event_delivery (finished_at)',
    'create index queue_due on delivery_queue (due_at)',
  ],
};

import { parse, setting } from '@signalbox/kit';

export const changeRequestLimitBytes = setting(
  'CHANGE_REQUEST_LIMIT_BYTES',
  '1500000',
  parse.integer(1024, 2_000_000),
  'Maximum size of a request body that proposes changes to a protected environment.',
);

export const changeRequestHourlyBytes = setting(
  'CHANGE_REQUEST_HOURLY_BYTES',
  '10000000',
  parse.integer(1024, 1_000_000_000),
  'Bytes of payload that one author can propose to protected environments per hour; more returns 429.',
);
export const changeRequestHourlyProposals = setting(
  'CHANGE_REQUEST_HOURLY_PROPOSALS',
  '1000',
  parse.integer(1, 1_000_000),
  'Requests per hour with which one author can add or edit proposed changes; more returns 429.',
);
export const changeRequestPayloadDays = setting(
  'CHANGE_REQUEST_PAYLOAD_DAYS',
  '30',
  parse.optional(parse.integer(1, 100_000)),
  'Days after which cancelled and rejected change requests lose the payloads of their changes; the event log keeps them. Empty: never.',
);

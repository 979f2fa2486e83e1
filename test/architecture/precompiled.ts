import { isTest, locationOf, type Rule } from './source.ts';

/**
 * Files with statements that are built once, by the request that benefits. If they were built each time, in one process on SQLite and
 * including the client, reading a feature would take 1.63 times the CPU time (985 µs instead of 604), updating one 1.25 times, creating one
 * 1.17 times.
 */
export const allowed: Readonly<Record<string, string>> = {
  'packages/store/src/lease/counter.ts': 'every write: the number of its messages, and their checkpoint',
  'packages/store/src/lease/lease.ts': 'every second in each service: renewals, most of the time of an idle one',
  'packages/store/src/outbox/outbox.ts': 'every write: its messages, and publishing them',
  'packages/store/src/outbox/inbox.ts': 'every message: check for an earlier delivery',
  'packages/table/src/insert-into.ts': 'import: strategies, tags and their uses, 1.5 times faster than with entities',
  'packages/table/src/lock-rows.ts': 'every change of a feature: its row, half the time of the ORM',
  'packages/table/src/merge-rows.ts': 'usage counts, hundreds of rows a time',
  'packages/table/src/read-together.ts': 'reads of several tables at once',
  'services/audit/src/log/head.ts': 'every event: its row',
  'services/audit/src/source/follow-source.ts': 'every event: the position of its source, 250 microseconds a batch with an entity',
  'services/change-requests/src/reaction/affected-requests.ts': 'every event of toggles: requests that it affects',
  'services/change-requests/src/request/change-touch.ts': 'every event of toggles: requests that it affects',
  'services/integrations/src/queue/delivery-queue.ts': 'four times a second: due queues',
  'services/toggles/src/feature/feature/create-features.ts': 'create, and import',
  'services/toggles/src/feature/feature/feature-environment.ts': 'update: last-seen time and variants of the feature',
  'services/toggles/src/project/project/project.ts': "create: the project's naming rules",
  'services/toggles/src/reading/feature/read-one-feature.ts': 'read one',
  'services/toggles/src/reading/feature-index/read-index.ts': 'search and lists: the index after a start',
  'services/toggles/src/reading/feature-index/read-seen.ts': 'search and lists',
  'services/toggles/src/reading/search/read-extras.ts': 'search',
  'services/toggles/src/transfer/evaluation/feature-state.ts': 'every change: the state that SDKs get',
  'services/toggles/src/vocabulary/feature-type/feature-type.ts': 'create: known types',
};

export const precompiled = /(?:=>?|\?\?)\s+(?:compiled|deferred|readTogether)\(/g;

/** Statements are built each time, except in listed files, for which a benchmark shows the gain. */
export const statementsAreBuiltEachTime: Rule = (files) =>
  files
    .filter((file) => !isTest(file) && /^(?:packages|services)\//.test(file.path) && !(file.path in allowed))
    .flatMap((file) =>
      [...file.text.matchAll(precompiled)].map(
        ({ index }) => `${locationOf(file, index)} builds a statement once: use the query builder, or list the file with its figure`,
      ),
    );

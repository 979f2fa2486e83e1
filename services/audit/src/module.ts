// The routes, jobs and migrations of the service, and its consumer of all events.

export { listCheckpointsRoute } from './checkpoint/list-checkpoints.ts';
export { takeCheckpoints } from './checkpoint/take-checkpoint.ts';
export { lookForBreaks } from './log/chain-breaks.ts';
export { dryRunRulesRoute } from './event/dry-run-rules.ts';
export { getEventRoute } from './event/get-event.ts';
export { importEventsRoute } from './event/import-events.ts';
export { listEventCreatorsRoute } from './event/list-event-creators.ts';
export { listEventsRoute } from './event/list-events.ts';
export { listFeatureEventsRoute } from './event/list-feature-events.ts';
export { onEveryEvent } from './event/record-event.ts';
export { searchEventsByQueryRoute } from './event/search-events-by-query.ts';
export { searchEventsRoute } from './event/search-events.ts';
export { exportEventsRoute } from './export/export-events.ts';
export { replayEventsRoute } from './export/replay-events.ts';
export { eventLog } from './migrations/0001-event-log.ts';
export { provenTo } from './migrations/0002-proven-to.ts';
export { signReportRoute } from './report/sign-report.ts';
export { dropPayloads } from './retention/drop-payloads.ts';
export { streamChangesRoute } from './event/stream-changes.ts';
export { logSeal } from './migrations/0003-seal-of-log.ts';
export { resolvedFindings } from './migrations/0005-resolved-findings.ts';
export { lastBackup } from './migrations/0004-last-backup.ts';
export { lookForGaps } from './source/gaps.ts';
export { verifyTheLog } from './verification/verify-the-log.ts';
export { getAuditStateRoute } from './verification/get-state.ts';
export { verifyEventsRoute } from './verification/verify-events.ts';

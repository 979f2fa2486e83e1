import { service } from '@signalbox/kit';
import { privateCheckpointKeys } from './checkpoint/checkpoint-key.ts';
import { listCheckpointsRoute } from './checkpoint/list-checkpoints.ts';
import { takeCheckpoints } from './checkpoint/take-checkpoint.ts';
import { breaksMetric, lookForBreaks } from './log/chain-breaks.ts';
import { backupMetric } from './log/backups.ts';
import { getEventRoute } from './event/get-event.ts';
import { importEventsRoute } from './event/import-events.ts';
import { listEventCreatorsRoute } from './event/list-event-creators.ts';
import { listEventsRoute } from './event/list-events.ts';
import { listFeatureEventsRoute } from './event/list-feature-events.ts';
import { onEveryEvent } from './event/record-event.ts';
import { searchEventsByQueryRoute } from './event/search-events-by-query.ts';
import { searchEventsRoute } from './event/search-events.ts';
import { exportEventsRoute } from './export/export-events.ts';
import { replayEventsRoute } from './export/replay-events.ts';
import { openAudit } from './open-audit.ts';
import { eventLog } from './migrations/0001-event-log.ts';
import { provenTo } from './migrations/0002-proven-to.ts';
import { signReportRoute } from './report/sign-report.ts';
import { dropPayloads } from './retention/drop-payloads.ts';
import { streamChangesRoute } from './event/stream-changes.ts';
import { logSeal } from './migrations/0003-seal-of-log.ts';
import { sealAtFirstStart, sealOfLog } from './checkpoint/seal.ts';
import { resolvedFindings } from './migrations/0005-resolved-findings.ts';
import { lastBackup } from './migrations/0004-last-backup.ts';
import { streamsMetric } from './stream/open-streams.ts';
import { auditSurface } from './surface.ts';
import { tables } from './tables/tables.ts';
import { gapsMetric, lookForGaps } from './source/gaps.ts';
import { verifyTheLog } from './verification/verify-the-log.ts';
import { getAuditStateRoute } from './verification/get-state.ts';
import { verifyEventsRoute } from './verification/verify-events.ts';

export const audit = service({
  surface: auditSurface,
  migrations: [eventLog, provenTo, logSeal, lastBackup, resolvedFindings],
  entities: tables.map(({ entity }) => entity),
  prepare: sealAtFirstStart,
  consumers: [onEveryEvent],
  jobs: [lookForGaps, lookForBreaks, takeCheckpoints, verifyTheLog, dropPayloads],
  metrics: [gapsMetric, breaksMetric, backupMetric, streamsMetric],
  encrypted: [privateCheckpointKeys, sealOfLog],
  open: openAudit,
  routes: [
    listEventsRoute,
    listFeatureEventsRoute,
    searchEventsRoute,
    searchEventsByQueryRoute,
    listEventCreatorsRoute,
    listCheckpointsRoute,
    exportEventsRoute,
    replayEventsRoute,
    getEventRoute,
    verifyEventsRoute,
    getAuditStateRoute,
    streamChangesRoute,
    importEventsRoute,
    signReportRoute,
  ],
});

import { combine, service } from '@signalbox/kit';
import * as parts from './module.ts';
import { privateCheckpointKeys } from './checkpoint/checkpoint-key.ts';
import { breaksMetric } from './log/chain-breaks.ts';
import { backupMetric } from './log/backups.ts';
import { type Audit, openAudit } from './open-audit.ts';
import { sealAtFirstStart, sealOfLog } from './checkpoint/seal.ts';
import { streamsMetric } from './stream/open-streams.ts';
import { auditSurface } from './surface.ts';
import { tables } from './tables/tables.ts';
import { gapsMetric } from './source/gaps.ts';

export const audit = service({
  ...combine<Audit>([parts]),
  surface: auditSurface,
  entities: tables.map(({ entity }) => entity),
  prepare: sealAtFirstStart,
  metrics: [gapsMetric, breaksMetric, backupMetric, streamsMetric],
  encrypted: [privateCheckpointKeys, sealOfLog],
  open: openAudit,
});

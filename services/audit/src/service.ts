import { service } from '@signalbox/kit';
import { headEntity } from './log/head.ts';
import { listEventCreatorsRoute } from './event/list-event-creators.ts';
import { listEventsRoute } from './event/list-events.ts';
import { listFeatureEventsRoute } from './event/list-feature-events.ts';
import { onEveryEvent } from './event/record-event.ts';
import { searchEventsByQueryRoute } from './event/search-events-by-query.ts';
import { searchEventsRoute } from './event/search-events.ts';
import { openAudit } from './open-audit.ts';
import { eventLog } from './migrations/0001-event-log.ts';
import { auditSurface } from './surface.ts';
import { gapEntity } from './source/gap.ts';
import { gapsMetric, lookForGaps } from './source/gaps.ts';
import { sourceEntity } from './source/source.ts';

export const audit = service({
  surface: auditSurface,
  entities: [gapEntity, headEntity, sourceEntity],
  migrations: [eventLog],
  consumers: [onEveryEvent],
  jobs: [lookForGaps],
  metrics: [gapsMetric],
  open: openAudit,
  routes: [listEventsRoute, listFeatureEventsRoute, searchEventsRoute, searchEventsByQueryRoute, listEventCreatorsRoute],
});

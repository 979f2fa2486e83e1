import { module } from '@signalbox/kit';
import { toggles0001, toggles0002 } from './migrations/0001-toggles.ts';
import { toggles0010 } from './migrations/0010-tags-dependencies-favorites.ts';
import { toggles0011, toggles0012, toggles0013 } from './migrations/0011-usage-and-age.ts';
import { togglesSearchInsightUsage } from './migrations/0012-search-insight-usage.ts';
import { togglesSettingsDepartures } from './migrations/0013-settings-departures.ts';
import { togglesPersonas } from './migrations/0014-personas.ts';
import { togglesSegmentsOfFeatures } from './migrations/0015-segments-of-features.ts';
import { togglesOrigins } from './migrations/0016-origins.ts';
import { togglesStrategiesOfPlaces } from './migrations/0017-strategies-of-places.ts';
import { getMaintenanceRoute } from './setting/get-maintenance.ts';
import { getOriginsRoute } from './setting/get-origins.ts';
import { instanceSettingEntity } from './setting/instance-setting.ts';
import { setMaintenanceRoute } from './setting/set-maintenance.ts';
import { setOriginsRoute } from './setting/set-origins.ts';
import { tombstoneEntity } from './tombstone/tombstone.ts';

/** What every other module stands on: the tables, settings of the instance, ids that are still taken, and what is counted by day. */
export const base = module({
  entities: [tombstoneEntity, instanceSettingEntity],
  migrations: [
    toggles0001,
    toggles0002,
    toggles0010,
    toggles0011,
    toggles0012,
    toggles0013,
    ...togglesSearchInsightUsage,
    ...togglesSettingsDepartures,
    togglesPersonas,
    ...togglesSegmentsOfFeatures,
    togglesOrigins,
    ...togglesStrategiesOfPlaces,
  ],
  routes: [getMaintenanceRoute, setMaintenanceRoute, getOriginsRoute, setOriginsRoute],
});

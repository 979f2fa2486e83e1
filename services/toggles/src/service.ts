import { combine, service } from '@signalbox/kit';
import { base } from './base/module.ts';
import { feature } from './feature/module.ts';
import { followIdentity } from './follow-identity.ts';
import { lifecycle } from './lifecycle/module.ts';
import { project } from './project/module.ts';
import { refuseProtected } from './project/protection/refuse-protected.ts';
import { reading } from './reading/module.ts';
import { takeUsage } from './reading/usage/take-usage.ts';
import { createDefaultData } from './transfer/default-data/default-data.ts';
import { conclude } from './transfer/evaluation/conclude.ts';
import { transfer } from './transfer/module.ts';
import { vocabulary } from './vocabulary/module.ts';

/** The modules stand one above the other and import downwards. */
export const toggles = service({
  name: 'toggles',
  ...combine([base, vocabulary, project, feature, lifecycle, reading, transfer]),
  prepare: createDefaultData,
  beforeCommit: conclude,
  consumers: [followIdentity],
  counts: [takeUsage],
  guard: refuseProtected,
});

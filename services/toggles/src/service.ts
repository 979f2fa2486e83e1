import { combine, type OpenParts, service } from '@signalbox/kit';
import * as base from './base/module.ts';
import * as cleanup from './cleanup/module.ts';
import * as changeset from './changeset/module.ts';
import * as feature from './feature/module.ts';
import { onEvents } from './on-events.ts';
import * as lifecycle from './lifecycle/module.ts';
import * as plan from './document/module.ts';
import * as project from './project/module.ts';
import { refuseProtected } from './project/protection/refuse-protected.ts';
import { openIndex, type IndexState } from './reading/feature-index/index-state.ts';
import * as metric from './metric/module.ts';
import * as release from './release/module.ts';
import * as reading from './reading/module.ts';
import { evaluationsMetric, openUsage, type UsageState } from './reading/usage/feature-usage.ts';
import { onUsageCounted } from './reading/usage/on-usage-counted.ts';
import { togglesSurface } from './surface.ts';
import { createDefaultData } from './transfer/default-data/default-data.ts';
import { beforeCommit } from './transfer/evaluation/before-commit.ts';
import { tables } from './tables/tables.ts';
import * as transfer from './transfer/module.ts';
import * as undo from './undo/module.ts';
import * as vocabulary from './vocabulary/module.ts';

type State = IndexState & UsageState;

const open = async (parts: OpenParts): Promise<{ readonly state: State }> => ({
  state: { ...(await openIndex(parts)).state, ...openUsage(parts) },
});

/** A module may import only from modules before it in the list. */
export const toggles = service<State>({
  surface: togglesSurface,
  open,
  metrics: [evaluationsMetric],
  ...combine<State>([base, vocabulary, project, feature, metric, release, lifecycle, reading, transfer, cleanup, changeset, undo, plan]),
  entities: tables.map(({ entity }) => entity),
  prepare: createDefaultData,
  beforeCommit: beforeCommit,
  consumers: [onEvents],
  counts: [onUsageCounted],
  guard: refuseProtected,
});

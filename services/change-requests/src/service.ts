import { combine, service } from '@signalbox/kit';
import * as base from './base/module.ts';
import * as change from './change/module.ts';
import * as impact from './impact/module.ts';
import { type ChangeRequests, openRecentContexts } from './impact/recent-contexts.ts';
import * as moves from './move/module.ts';
import * as reaction from './reaction/module.ts';
import * as reading from './reading/module.ts';
import { changeRequestsSurface } from './surface.ts';
import { tables } from './tables/tables.ts';

/** Each module imports only from those before it. */
export const changeRequests = service<ChangeRequests>({
  surface: changeRequestsSurface,
  entities: tables.map(({ entity }) => entity),
  open: openRecentContexts,
  ...combine([base, change, impact, moves, reading, reaction]),
});

import { combine, service } from '@signalbox/kit';
import { base } from './base/module.ts';
import { change } from './change/module.ts';
import { impact } from './impact/module.ts';
import { type ChangeRequests, openRecentContexts } from './impact/recent-contexts.ts';
import { moves } from './move/module.ts';
import { reaction } from './reaction/module.ts';
import { reading } from './reading/module.ts';
import { request } from './request/module.ts';
import { changeRequestsSurface } from './surface.ts';
import { tables } from './tables/tables.ts';

/** Each module imports only from those before it. */
export const changeRequests = service<ChangeRequests>({
  surface: changeRequestsSurface,
  entities: tables.map(({ entity }) => entity),
  open: openRecentContexts,
  ...combine([base, request, change, impact, moves, reading, reaction]),
});

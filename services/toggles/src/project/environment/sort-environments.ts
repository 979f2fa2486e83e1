import { environmentUpdated, mapOf } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockEnvironment } from './environment.ts';
import { SortOrder } from './environment.schema.ts';
import { changeEnvironment } from './update-environment.ts';

export const sortEnvironmentsRoute = route(
  {
    method: 'put',
    path: '/api/admin/environments/sort-order',
    summary: 'Reorder the environments',
    permission: 'ADMIN',
    body: mapOf(SortOrder),
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [environmentUpdated],
  },
  ({ body }, context) => sortEnvironments(context, body),
);

/** Environments that are not named stay where they are. Locks them by name, so that concurrent requests cannot deadlock. */
async function sortEnvironments(context: Context, sortOrders: Readonly<Record<string, number>>): Promise<void> {
  for (const name of Object.keys(sortOrders).toSorted()) {
    const environment = await lockEnvironment(context, name);
    changeEnvironment(context, environment, { sortOrder: sortOrders[name] ?? environment.sortOrder });
  }
}

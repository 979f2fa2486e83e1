import { nullable } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { forgetOldestApplications } from './forget-oldest.ts';
import { findApplication } from './visible-application.ts';

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));

const DescribeApplication = Type.Object({
  description: text(10_000),
  url: text(255),
  color: text(50),
  icon: text(255),
  strategies: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 1000 })),
});
type DescribeApplication = Static<typeof DescribeApplication>;

export const describeApplicationRoute = route(
  {
    method: 'post',
    path: '/api/admin/metrics/applications/:appName',
    summary: 'Set the description of an application, even if it has not been seen yet',
    permission: 'UPDATE_APPLICATION',
    params: Type.Object({ appName: Type.String({ minLength: 1, maxLength: 255 }) }),
    body: DescribeApplication,
    answers: { 202: empty },
    failures: ['NotFoundError'],
    events: { none: 'because applications are usage data, not configuration' },
  },
  ({ params, body }, context) => describeApplication(context, params.appName, body),
);

/** Missing properties stay as they are. The description counts as usage, so that the application is not deleted soon after. */
async function describeApplication(context: Context, name: string, input: DescribeApplication): Promise<void> {
  const { em, actor } = context;
  const at = context.now().getTime();
  const row = { name, strategies: '[]', created_by: actor.name, created_at: at, seen_at: at };
  await mergeRows(em, 'application', { key: ['name'], merge: { seen_at: 'max' } }, [row]);
  await findApplication(context, name);
  // Copies each property by name: a body may contain others, and the keys become columns.
  const { strategies: list, description, url, color, icon } = input;
  const strategies = list && JSON.stringify(list);
  const given = Object.fromEntries(
    Object.entries({ description, url, color, icon, strategies }).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(given).length > 0) await tablesOf(em).updateTable('application').set(given).where('name', '=', name).execute();
  await forgetOldestApplications(em);
}

import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../base/database/tables.ts';

// Whoever holds a public token can invent names. The newest stay, so invented ones cannot keep out what is asked for again.
const maxUnknown = 1000;
const maxInstances = 10_000;
const maxApplications = 10_000;

/** Of the names that are no feature, in one environment. */
export async function forgetOldestUnknown(em: EntityManager, environment: string): Promise<void> {
  const beyond = await tablesOf(em)
    .selectFrom('unknown_flag')
    .where('environment', '=', environment)
    .orderBy('seen_at', 'desc')
    .orderBy('name')
    .orderBy('app_name')
    .select(['name', 'app_name'])
    .limit(atOnce)
    .offset(maxUnknown)
    .execute();
  if (beyond.length === 0) return;
  await tablesOf(em)
    .deleteFrom('unknown_flag')
    .where('environment', '=', environment)
    .where((where) => where.or(beyond.map((row) => where.and(row))))
    .execute();
}

/** Of the instances, in one environment. */
export async function forgetOldestInstances(em: EntityManager, environment: string): Promise<void> {
  const beyond = await tablesOf(em)
    .selectFrom('application_instance')
    .where('environment', '=', environment)
    .orderBy('seen_at', 'desc')
    .orderBy('app_name')
    .orderBy('instance_id')
    .select(['app_name', 'instance_id'])
    .limit(atOnce)
    .offset(maxInstances)
    .execute();
  if (beyond.length === 0) return;
  await tablesOf(em)
    .deleteFrom('application_instance')
    .where('environment', '=', environment)
    .where((where) => where.or(beyond.map((row) => where.and(row))))
    .execute();
}

/** Of the applications, which are of no single environment. */
export async function forgetOldestApplications(em: EntityManager): Promise<void> {
  const beyond = await tablesOf(em)
    .selectFrom('application')
    .orderBy('seen_at', 'desc')
    .orderBy('name')
    .select('name')
    .limit(atOnce)
    .offset(maxApplications)
    .execute();
  const names = beyond.map(({ name }) => name);
  if (names.length > 0) await tablesOf(em).deleteFrom('application').where('name', 'in', names).execute();
}

/** More than one unit of work adds. */
const atOnce = 500;

import type { EntityManager } from '@signalbox/kit';

/** A table that keeps only the newest rows. Holders of public tokens can invent names, which must not block names that are evaluated later. */
interface Bounded {
  readonly table: string;
  /** The key of a row within its environment. */
  readonly key: readonly string[];
  readonly max: number;
}

const unknown: Bounded = { table: 'unknown_flag', key: ['name', 'app_name'], max: 1000 };
const instances: Bounded = { table: 'application_instance', key: ['app_name', 'instance_id'], max: 10_000 };
const projects: Bounded = { table: 'application_project', key: ['app_name', 'project_id'], max: 20_000 };
const applications: Bounded = { table: 'application', key: ['name'], max: 10_000 };

/** Deletes the oldest unknown feature names of one environment. */
export const forgetOldestUnknown = (em: EntityManager, environment: string) => forgetOldest(em, unknown, environment);

/** Deletes the oldest instances, and the oldest projects of applications, of one environment. */
export async function forgetOldestInstances(em: EntityManager, environment: string): Promise<void> {
  await forgetOldest(em, instances, environment);
  await forgetOldest(em, projects, environment);
}

/** Deletes the oldest applications of the instance. */
export const forgetOldestApplications = (em: EntityManager) => forgetOldest(em, applications);

const atOnce = 500;

async function forgetOldest(em: EntityManager, { table, key, max }: Bounded, environment?: string): Promise<void> {
  const tables = em.getKysely<Record<string, Record<string, string | number>>>({ type: 'read' });
  const columns = environment === undefined ? [...key] : ['environment', ...key];
  for (;;) {
    let rows = tables.selectFrom(table).select(columns).orderBy('seen_at', 'desc').limit(atOnce).offset(max);
    if (environment !== undefined) rows = rows.where('environment', '=', environment);
    for (const column of key) rows = rows.orderBy(column);
    const beyond = await rows.execute();
    if (beyond.length === 0) return;
    await tables
      .deleteFrom(table)
      .where((where) => where.or(beyond.map((row) => where.and(row))))
      .execute();
  }
}

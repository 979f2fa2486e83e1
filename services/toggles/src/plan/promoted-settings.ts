import { createHash } from 'node:crypto';
import { compareTexts, type Context, type EntityManager } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { eachChunk } from '../base/database/in-chunks.ts';
import { tablesOf } from '../tables/tables.ts';
import type { ProjectPlan } from './project-plan.ts';

const rowsAtOnce = 500;

/** SHA-256 of canonical settings. */
const hashOf = (settings: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(settings ?? {}))
    .digest('hex');

/** The features whose settings in the environment are not those of their last promotion. Features without one are absent. */
export async function readChangedInTarget(em: EntityManager, { actions }: ProjectPlan, environment: string): Promise<ReadonlySet<string>> {
  const settings = actions.filter((action) => action.environment === environment);
  const current = new Map(settings.map(({ name, before }) => [name, hashOf(before)]));
  const changed = new Set<string>();
  await eachChunk([...current.keys()], rowsAtOnce, async (names) => {
    const rows = await tablesOf(em)
      .selectFrom('promoted')
      .where('environment', '=', environment)
      .where('feature_name', 'in', names)
      .select(['feature_name as name', 'hash', 'previous'])
      .execute();
    for (const { name, hash, previous } of rows) if (![hash, previous].includes(current.get(name) ?? '')) changed.add(name);
  });
  return changed;
}

/**
 * Stores the settings that were promoted. The settings before stay valid where a change request was proposed, because it may be applied
 * much later or never.
 */
export async function storePromoted({ em }: Pick<Context, 'em'>, { documents, actions }: ProjectPlan, environment: string): Promise<void> {
  const settings = new Map(actions.filter((action) => action.environment === environment).map((action) => [action.name, action]));
  const rows = documents.flatMap((document) => {
    if (document.kind !== 'Feature' || !document.spec.environments?.[environment]) return [];
    const { name } = document.metadata;
    const hash = hashOf(document.spec.environments[environment]);
    const action = settings.get(name);
    return [{ feature_name: name, environment, hash, previous: action?.protected ? hashOf(action.before) : hash }];
  });
  await em.flush();
  const sorted = rows.sort((one, other) => compareTexts(one.feature_name, other.feature_name));
  await eachChunk(sorted, rowsAtOnce, (chunk) =>
    mergeRows(em, 'promoted', { key: ['feature_name', 'environment'], merge: { hash: 'replace', previous: 'replace' } }, chunk),
  );
}

import { compareTexts, type Context, type EntityManager } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { eachChunk } from '../../base/database/in-chunks.ts';
import type { AppliedAction } from '../../tables/plan.ts';
import { tablesOf } from '../../tables/tables.ts';
import { contentHash } from '../apply/applied-plan.ts';
import type { Content } from '../compare/compare-documents.ts';
import { withoutRelease } from '../compare/keep-unmentioned.ts';
import type { ProjectPlan } from '../compare/project-plan.ts';

/** Release plans and safeguards do not count, because a promotion carries them only if asked. */
const promotedHash = (settings: Content | null): string => contentHash(settings && withoutRelease(settings));

/** The features whose settings in the environment are not those of their last promotion. Features without one are absent. */
export async function readChangedInTarget(em: EntityManager, { actions }: ProjectPlan, environment: string): Promise<ReadonlySet<string>> {
  const current = new Map(actions.filter((action) => action.environment === environment).map(({ name, before }) => [name, before]));
  const changed = new Set<string>();
  await eachChunk([...current.keys()], async (names) => {
    const rows = await tablesOf(em)
      .selectFrom('promoted')
      .where('environment', '=', environment)
      .where('feature_name', 'in', names)
      .select(['feature_name as name', 'hash', 'previous'])
      .execute();
    for (const { name, hash, previous } of rows) if (![hash, previous].includes(promotedHash(current.get(name) ?? null))) changed.add(name);
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
    const hash = promotedHash(document.spec.environments[environment]);
    const action = settings.get(name);
    return [{ feature_name: name, environment, hash, previous: action?.protected ? promotedHash(action.before) : hash }];
  });
  await em.flush();
  const sorted = rows.sort((one, other) => compareTexts(one.feature_name, other.feature_name));
  await eachChunk(sorted, (chunk) =>
    mergeRows(em, 'promoted', { key: ['feature_name', 'environment'], merge: { hash: 'replace', previous: 'replace' } }, chunk),
  );
}

/** Forgets the promotions that an applied plan made, because it is undone. */
export async function forgetPromoted({ em }: Pick<Context, 'em'>, actions: readonly AppliedAction[]): Promise<void> {
  await em.flush();
  for (const [environment, own] of Map.groupBy(actions, (action) => action.environment)) {
    if (environment === undefined) continue;
    await eachChunk(own, (chunk) =>
      tablesOf(em)
        .deleteFrom('promoted')
        .where('environment', '=', environment)
        .where((row) => row.or(chunk.map(({ name, left }) => row.and({ feature_name: name, hash: left }))))
        .execute(),
    );
  }
}

import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import type { Tag } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import { archiveFeatures } from '../../feature/archive/archive-features.ts';
import { reviveFeatures } from '../../feature/archive/revive-features.ts';
import { changeAllMetadata } from '../../feature/edit/update-feature.ts';
import { createFeatures } from '../../feature/feature/create-features.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { replaceLinks } from '../../feature/feature/feature-link.ts';
import { changeTagsOfEach } from '../../feature/tag/change-tags.ts';
import { initialFeature, writtenFeature } from '../../tables/feature.ts';
import { tagKey } from '../../vocabulary/tag/tag.ts';
import { type CurrentObjects, objectKey } from '../document/current-documents.ts';
import type { FeatureSpec } from '../document/document.schema.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';

/** Creates, revives and changes features without their settings and parents. */
export async function writePlannedFeatures(context: Context, plan: ProjectPlan, actions: readonly PlannedAction[]): Promise<void> {
  await writeInChunks(context, actions, async (chunk) => {
    const isKnown = ({ name }: PlannedAction) => plan.current.has(objectKey('Feature', name));
    const revived = chunk.filter((action) => action.op === 'create' && isKnown(action));
    if (revived.length > 0) await reviveFeatures(context, plan.project, namesOf(revived));
    await create(
      context,
      plan,
      chunk.filter((action) => !isKnown(action)),
    );
    await update(context, plan, chunk.filter(isKnown));
    await changeTagsOfEach(
      context,
      chunk.flatMap((action) => tagChange(plan, action) ?? []),
    );
    await replaceLinks(
      context,
      chunk
        .filter((action) => action.op === 'create' || differs(action, 'links'))
        .map(({ name, after }) => ({ feature: { name, project: plan.project }, links: specOf(after).links ?? [] })),
    );
  });
}

const namesOf = (actions: readonly PlannedAction[]) => actions.map(({ name }) => name);
const specOf = (content: PlannedAction['after']): FeatureSpec => content ?? {};
const differs = ({ before, after }: PlannedAction, name: string): boolean => !isDeepStrictEqual(before?.[name], after?.[name]);

/** The written properties, with their defaults. */
const writtenOf = ({ after }: PlannedAction) => ({ ...initialFeature, ...writtenFeature.given(specOf(after)) });

const create = (context: Context, { project, set }: ProjectPlan, actions: readonly PlannedAction[]) =>
  createFeatures(
    context,
    project,
    actions.map((action) => ({ input: { name: action.name, ...writtenOf(action) }, ...(set !== null && { managedBy: set }) })),
  );

async function update(context: Context, { set }: ProjectPlan, actions: readonly PlannedAction[]): Promise<void> {
  const name = { $in: namesOf(actions) };
  const features = await context.em.find(Feature, { name }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  const byName = new Map(actions.map((action) => [action.name, action]));
  await changeAllMetadata(
    context,
    features.flatMap((feature) => {
      const action = byName.get(feature.name);
      if (!action) return [];
      const owner = action.op === 'create' ? (set ?? undefined) : (action.after?.['managedBy'] as string | undefined);
      return [{ feature, input: writtenOf(action), ...(owner !== undefined && { managedBy: owner }) }];
    }),
  );
}

function tagChange({ project, current }: ProjectPlan, { name, after }: PlannedAction) {
  const [before, desired] = [storedTags(current, name), specOf(after).tags ?? []];
  const missing = (tags: readonly Tag[], others: readonly Tag[]) =>
    tags.filter((tag) => !others.some((other) => tagKey(other) === tagKey(tag)));
  const [addedTags, removedTags] = [missing(desired, before), missing(before, desired)];
  return addedTags.length + removedTags.length === 0 ? null : { feature: { name, project }, addedTags, removedTags };
}

function storedTags(current: CurrentObjects, name: string): readonly Tag[] {
  const document = current.get(objectKey('Feature', name))?.document;
  return (document?.kind === 'Feature' && document.spec.tags) || [];
}

/** Archives the features of the actions. */
export async function archiveRemoved(context: Context, { project }: ProjectPlan, actions: readonly PlannedAction[]): Promise<void> {
  if (actions.length > 0) await archiveFeatures(context, project, namesOf(actions));
  await context.em.flush();
}

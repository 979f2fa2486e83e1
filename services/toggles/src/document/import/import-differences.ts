import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@signalbox/kit';
import { ownOf, readDefaultStrategy } from '../../feature/activation/append-default-strategy.ts';
import { completeParameters, defaultStickinessOf } from '../../feature/strategy/normalise-strategy.ts';
import { type FeatureImport, isBare, type PreparedImport, strategiesIn } from '../../transfer/features/prepare-import.ts';
import type { Planning } from '../compare/action-problem.ts';
import { initialFeature, writtenFeature } from '../../tables/feature.ts';
import { canonicalDocument } from '../document/canonical.ts';
import { canonicalSettings } from '../document/canonical-settings.ts';
import { noNames, objectKey, readCurrent } from '../document/current-documents.ts';
import { namedSegments, readSegmentNamesOf } from '../document/current-releases.ts';
import { effectiveStrategies } from '../document/located-strategies.ts';
import type { DocumentOf } from '../document/document.schema.ts';
import type { SettingsSpec, StrategySpec } from '../document/settings.schema.ts';
import { losesStrategies } from '../compare/effect-of.ts';
import { withEffects } from '../compare/with-effects.ts';

/** The new features, and the changes of metadata and of settings in the environment, that an import would make, with their effects. */
export async function importDifferences(context: Pick<Planning, 'em' | 'access' | 'now'>, environment: string, prepared: PreparedImport) {
  const { project, usesEnvironment, known } = prepared;
  if (!project || !usesEnvironment) return [];
  const where = { project: project.id, environment };
  const features = prepared.features.filter(({ name }) => (known.get(name)?.project ?? project.id) === project.id);
  const names = { ...noNames(), Feature: new Set(features.map(({ name }) => name)) };
  const current = await readCurrent(context, names, { project: project.id, environments: [environment] });
  const settingsAfter = await importing(context.em, where, features);
  const differences = features.flatMap((item) => {
    const document = current.get(objectKey('Feature', item.name))?.document;
    const stored = (document?.kind === 'Feature' && document.spec.environments?.[environment]) || {};
    const metadata = item.exists && document?.kind === 'Feature' ? metadataChanges(document, item) : [];
    const before = comparable(stored, effectiveStrategies(stored));
    const after = settingsAfter(item, before);
    const op = item.exists ? ('update' as const) : ('create' as const);
    if (item.exists && metadata.length === 0 && isDeepStrictEqual(before, after)) return [];
    const old = Object.fromEntries(metadata.map(({ name, from }) => [name, from]));
    const next = Object.fromEntries(metadata.map(({ name, to }) => [name, to]));
    return [{ op, name: item.name, environment, before: { ...before, ...old }, after: { ...after, ...next } }];
  });
  const judged = await withEffects(context, differences);
  return judged.map((difference) => ({ ...difference, losesStrategies: losesStrategies(difference) }));
}

const metadataNames = [...writtenFeature.names, 'tags'] as const;

/** The metadata of a feature that an import changes. Missing properties stay as they are; tags are replaced. */
function metadataChanges(document: DocumentOf<'Feature'>, { metadata, tags }: FeatureImport) {
  const imported = canonicalDocument({ ...document, spec: { ...document.spec, ...writtenFeature.given(metadata), tags } });
  const [before, after] = [document, imported].map(({ spec }) => ({ ...initialFeature, tags: [], ...spec }));
  return metadataNames.flatMap((name) => {
    const [from, to] = [before?.[name], after?.[name]];
    return isDeepStrictEqual(from, to) ? [] : [{ name, from, to }];
  });
}

/** Release plans are compared by name, and by the strategies that apply. */
const comparable = ({ enabled = false, variants = [], releasePlan }: SettingsSpec, strategies: readonly StrategySpec[]): SettingsSpec => ({
  ...canonicalSettings({ enabled, strategies: [...strategies], variants }),
  ...(releasePlan && { releasePlan: { name: releasePlan.name, milestones: [] } }),
});

/** The settings that an import leaves behind, complete like those that it writes. */
async function importing(
  em: EntityManager,
  where: { readonly project: string; readonly environment: string },
  features: readonly FeatureImport[],
): Promise<(item: FeatureImport, before: SettingsSpec) => SettingsSpec> {
  const ids = features.flatMap((item) => strategiesIn(item).flatMap(({ segments = [] }) => segments));
  const names = await readSegmentNamesOf(em, new Set(ids));
  const stickiness = await defaultStickinessOf(em, where.project);
  const byDefault = await readDefaultStrategy(em, where);
  return (item, before) => {
    const { name: groupId, strategies: own, environment, plan } = item;
    const active = plan?.input.milestones.find(({ id }) => id !== undefined && id === plan.input.activeMilestoneId);
    const strategies = [
      ...own.map(({ input }) => input).sort((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0)),
      ...(active?.strategies ?? []),
      ...(environment?.enabled && isBare(item) ? [ownOf(byDefault, groupId)] : []),
    ];
    const enabled = environment?.enabled ?? (before.enabled === true && !isBare(item));
    const variants = [...(environment?.variants ?? before.variants ?? [])];
    return comparable(
      { enabled, variants, releasePlan: plan && { name: plan.input.name, milestones: [] } },
      strategies.map((each) => ({ ...namedSegments(each, names), parameters: completeParameters(each, { stickiness, groupId }) })),
    );
  };
}

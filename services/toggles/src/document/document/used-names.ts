import { fieldsOfStrategy, fieldsOfVariants } from '../../transfer/features/read-export.ts';
import { noNames, type Names } from './current-documents.ts';
import type { Document, FeatureSpec } from './document.schema.ts';
import { locatedStrategies } from './located-strategies.ts';
import type { MilestoneSpec } from './settings.schema.ts';

/** The names that the documents refer to. Built-in and undeclared ones included. */
export function usedNames(documents: readonly Document[]): Names {
  const used = noNames();
  for (const document of documents) {
    if (document.kind === 'Feature') useOfFeature(used, document.spec);
    if (document.kind === 'Environment' && document.spec.defaultStrategy) useOfStrategy(used, document.spec.defaultStrategy);
    if (document.kind === 'ReleaseTemplate') for (const { strategy } of locatedStrategies(document.spec)) useOfStrategy(used, strategy);
    if (document.kind === 'Segment') addAll(used.ContextField, fieldsOfStrategy(document.spec));
  }
  return used;
}

function useOfFeature(used: Record<keyof Names, Set<string>>, { tags = [], parents = [], environments = {} }: FeatureSpec): void {
  for (const { type } of tags) used.TagType.add(type);
  for (const { feature } of parents) used.Feature.add(feature);
  for (const settings of Object.values(environments)) {
    addAll(used.ContextField, fieldsOfVariants(settings.variants ?? []));
    for (const { strategy } of locatedStrategies(settings)) useOfStrategy(used, strategy);
  }
}

function useOfStrategy(used: Record<keyof Names, Set<string>>, strategy: MilestoneSpec['strategies'][number]): void {
  used.StrategyDefinition.add(strategy.name);
  addAll(used.Segment, strategy.segments ?? []);
  addAll(used.ContextField, fieldsOfStrategy(strategy));
}

function addAll(names: Set<string>, more: readonly string[]): void {
  for (const name of more) names.add(name);
}

import type { Settings } from '@signalbox/kit';
import { type Pointer, badValue, under } from '../../base/input/bad-value.ts';
import { normaliseConstraints } from '../../vocabulary/constraint/validate-constraint.ts';
import type { ContextField } from '../../vocabulary/context-field/context-field.ts';
import { refuseBadPercentages } from '../../vocabulary/strategy-definition/percentage.ts';
import type { Difference } from './compare-documents.ts';
import { type CurrentObjects, objectKey } from '../document/current-documents.ts';
import type { Document, EnvironmentSpec, Kind, ReleaseTemplateSpec, StrategyDefinitionSpec } from '../document/document.schema.ts';
import { effectiveStrategies, locatedStrategies } from '../document/located-strategies.ts';
import type { SettingsSpec, StrategySpec } from '../document/settings.schema.ts';
import { Pace } from '../document/pace.ts';
import type { ReadDocument } from '../document/read-documents.ts';
import { usedNames } from '../document/used-names.ts';

/** The objects that exist after the plan. */
interface World {
  readonly project: string;
  readonly read: readonly ReadDocument[];
  readonly current: CurrentObjects;
  readonly settings: Settings;
  /** Hashes of the lists that exist. */
  readonly lists: ReadonlySet<string>;
}

/** Throws a 400 that names the document if it refers to an object that neither exists nor is desired, or that it must not use. */
export function refuseUnknownNames({ project, read, current }: Pick<World, 'project' | 'read' | 'current'>): void {
  const desired = new Map(read.map(({ document }) => [objectKey(document.kind, document.metadata.name), document]));
  for (const { document, pointer } of read) {
    const used = usedNames([document]);
    for (const kind of checked)
      for (const name of used[kind]) {
        const found = desired.get(objectKey(kind, name)) ?? current.get(objectKey(kind, name))?.document;
        if (!found || !isUsable(found, project))
          throw badValue(
            under(pointer, 'spec'),
            `refers to the ${titles[kind]} ${name}, which neither exists here nor is among the documents`,
          );
      }
  }
}

/** Constraints are validated with their values. */
const checked = ['TagType', 'StrategyDefinition', 'Segment', 'Feature'] as const satisfies readonly Kind[];
const titles = { TagType: 'tag type', StrategyDefinition: 'strategy type', Segment: 'segment', Feature: 'feature' };

/** False for objects of other projects, which must not be used or shown. */
export function isUsable({ kind, metadata }: Document, project: string): boolean {
  const owner = kind === 'Segment' || kind === 'Feature' ? metadata.project : undefined;
  return owner === undefined || owner === project;
}

/** Throws a 400 for a difference that cannot be stored. Everything else is stored and stays. */
export async function refuseInvalidDifferences(
  { read, current, settings, lists }: World,
  differences: readonly Difference[],
): Promise<void> {
  const { fields, definitions } = vocabularyOf(current, read);
  const sources = new Map(read.map((source) => [objectKey(source.document.kind, source.document.metadata.name), source]));
  const pace = new Pace();
  for (const { kind, name, environment, before, after } of differences) {
    const source = sources.get(objectKey(kind, name));
    if (!source || after === null) continue;
    const { document, pointer } = source;
    const at = under(pointer, ...(environment === undefined ? ['spec'] : ['spec', 'environments', environment]));
    if (isOnWithoutStrategy(after) && !isOnWithoutStrategy(before ?? {}))
      throw badValue(under(at, 'strategies'), 'must have an entry that is not disabled, because the feature is enabled');
    const stored = constrained(before ?? {}, at).map(([content]) => content);
    const rules = {
      settings,
      fields,
      stored: stored.flatMap(({ constraints = [] }) => constraints),
      ...(kind === 'Segment' && { lists }),
    };
    for (const [content, where] of constrained(after, at)) {
      await normaliseConstraints(rules, content.constraints ?? [], under(where, 'constraints'));
      const declared = definitions.get(content.name ?? '')?.parameters ?? [];
      refuseBadPercentages({ declared, stored }, content.parameters ?? {}, under(where, 'parameters'));
    }
    await pace.done(document);
  }
}

/** An enabled feature has strategies. */
const isOnWithoutStrategy = (settings: SettingsSpec): boolean =>
  Boolean(settings.enabled) && effectiveStrategies(settings).every(({ disabled }) => disabled);

type Constrained = Partial<Pick<StrategySpec, 'name' | 'constraints' | 'parameters'>>;

const constrained = (
  content: Constrained & SettingsSpec & EnvironmentSpec & Partial<ReleaseTemplateSpec>,
  pointer: Pointer,
): [Constrained, Pointer][] => [
  [content, pointer],
  ...(content.defaultStrategy ? [[content.defaultStrategy, under(pointer, 'defaultStrategy')] as [Constrained, Pointer]] : []),
  ...locatedStrategies(content).map(({ strategy, at }): [Constrained, Pointer] => [strategy, under(pointer, at)]),
];

/** The context fields and strategy types by name, as the documents describe them. */
function vocabularyOf(current: CurrentObjects, read: readonly ReadDocument[]) {
  const documents = [...[...current.values()].map(({ document }) => document), ...read.map(({ document }) => document)];
  const fields = new Map<string, Pick<ContextField, 'legalValues'>>();
  const definitions = new Map<string, StrategyDefinitionSpec>();
  for (const { kind, metadata, spec } of documents) {
    if (kind === 'ContextField') fields.set(metadata.name, { legalValues: spec.legalValues ?? [] });
    if (kind === 'StrategyDefinition') definitions.set(metadata.name, spec);
  }
  return { fields, definitions };
}

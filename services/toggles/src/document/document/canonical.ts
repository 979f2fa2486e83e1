import type { Constraint, FeatureVariant, StrategyVariant } from '@signalbox/contracts';
import { compareTexts } from '@signalbox/kit';
import { initialFeature, writtenFeature } from '../../tables/feature.ts';
import { defaultSortOrder } from '../../vocabulary/context-field/create-context-field.ts';
import { byTypeAndValue, serializeTag, tagKey } from '../../vocabulary/tag/tag.ts';
import {
  apiVersion,
  type ContextFieldSpec,
  type Document,
  type DocumentOf,
  type FeatureSpec,
  type Kind,
  type SegmentSpec,
  type SettingsSpec,
  type StrategyDefinitionSpec,
  type StrategySpec,
  type TagTypeSpec,
} from './document.schema.ts';

/** A document without properties that have their default, with all others in a fixed order. */
export function canonicalDocument<D extends Document>({ kind, metadata, spec }: D): D {
  const { name, project } = metadata as { readonly name: string; readonly project?: string };
  const canonical = canonicalSpecs[kind] as (given: D['spec']) => D['spec'];
  return { apiVersion, kind, metadata: { name, ...(project !== undefined && { project }) }, spec: canonical(spec) } as D;
}

const canonicalSpecs: { readonly [K in Kind]: (spec: DocumentOf<K>['spec']) => DocumentOf<K>['spec'] } = {
  TagType: ({ description, icon }): TagTypeSpec => without({ description: null, icon: null }, { description, icon }),
  ContextField: ({ description, stickiness, sortOrder, legalValues = [] }): ContextFieldSpec =>
    without(
      { description: null, stickiness: false, sortOrder: defaultSortOrder, legalValues: [] },
      {
        description,
        stickiness,
        sortOrder,
        legalValues: legalValues.map(({ value, description: note }) => ({ value, ...(note !== undefined && { description: note }) })),
      },
    ),
  StrategyDefinition: ({ title, description, deprecated, parameters = [] }): StrategyDefinitionSpec =>
    without(
      { title: null, description: '', deprecated: false, parameters: [] },
      {
        title: title || null,
        description: description ?? '',
        deprecated,
        parameters: parameters.map((parameter) => ({
          name: parameter.name,
          type: parameter.type,
          ...without({ description: '', required: false }, { description: parameter.description ?? '', required: parameter.required }),
        })),
      },
    ),
  Segment: ({ description, constraints = [] }): SegmentSpec =>
    without({ description: null, constraints: [] }, { description, constraints: constraints.map(canonicalConstraint) }),
  Feature: canonicalFeature,
};

function canonicalFeature({ tags = [], links = [], parents = [], environments = {}, ...written }: FeatureSpec): FeatureSpec {
  return without(
    { ...initialFeature, tags: [], links: [], parents: [], environments: {} },
    {
      ...initialFeature,
      ...writtenFeature.pick({ ...initialFeature, ...written }),
      tags: uniqueBy(tagKey, tags.map(serializeTag)).sort(byTypeAndValue),
      links: uniqueBy(linkKey, links.map(canonicalLink)).sort((one, other) => compareTexts(linkKey(one), linkKey(other))),
      parents: parents.map(canonicalParent),
      environments: sorted(environments, canonicalSettings),
    },
  );
}

type Link = NonNullable<FeatureSpec['links']>[number];
const canonicalLink = ({ url, title }: Link): Link => ({ url, ...without({ title: null }, { title: title || null }) });
const linkKey = ({ url, title }: Link): string => JSON.stringify([url, title ?? null]);

type Parent = NonNullable<FeatureSpec['parents']>[number];
const canonicalParent = ({ feature, enabled = true, variants = [] }: Parent): Parent => ({
  feature,
  ...without({ enabled: true, variants: [] }, { enabled, variants: enabled ? variants : [] }),
});

const canonicalSettings = ({ enabled, strategies = [], variants = [] }: SettingsSpec): SettingsSpec =>
  without(
    { enabled: false, strategies: [], variants: [] },
    { enabled, strategies: strategies.map(canonicalStrategy), variants: variants.map(canonicalVariant) },
  );

/** Segments are a set, and parameters a map. */
const canonicalStrategy = (strategy: StrategySpec): StrategySpec => {
  const { key, name, title, disabled, parameters = {}, segments = [], constraints = [], variants = [] } = strategy;
  return {
    ...without({ key: null }, { key }),
    name,
    ...without(
      { title: null, disabled: false, parameters: {}, segments: [], constraints: [], variants: [] },
      {
        title,
        disabled,
        parameters: sorted(parameters, (value) => value),
        segments: [...new Set(segments)].sort(compareTexts),
        constraints: constraints.map(canonicalConstraint),
        variants: variants.map(canonicalVariant),
      },
    ),
  };
};

const canonicalConstraint = ({ contextName, operator, inverted, caseInsensitive, value, values }: Constraint): Constraint => ({
  contextName,
  operator,
  ...without({ inverted: false, caseInsensitive: false, value: '', values: [] }, { inverted, caseInsensitive, value, values }),
});

function canonicalVariant<V extends FeatureVariant | StrategyVariant>(variant: V): V {
  const { name, weight, weightType, stickiness, payload, overrides = [] } = variant as FeatureVariant;
  return {
    name,
    weight,
    weightType: weightType ?? 'variable',
    stickiness: stickiness || 'default',
    ...(payload && { payload: { type: payload.type, value: payload.value } }),
    ...(overrides.length > 0 && { overrides: overrides.map(({ contextName, values }) => ({ contextName, values })) }),
  } as V;
}

type Given<T> = { [Name in keyof T]?: NonNullable<T[Name]> };

/** The values that differ from their default. Missing ones and null have it. Defaults that are a list or a map are empty. */
function without<T extends object>(defaults: { readonly [Name in keyof T]: unknown }, values: T): Given<T> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const expected = defaults[name as keyof T];
    const isDefault = typeof expected === 'object' && expected !== null ? Object.keys(value).length === 0 : value === expected;
    if (!isDefault) given[name] = value;
  }
  return given as Given<T>;
}

/** A map in the order of its names. */
function sorted<In, Out>(values: Readonly<Record<string, In>>, convert: (value: In) => Out): Record<string, Out> {
  const names = Object.keys(values).sort(compareTexts);
  return Object.fromEntries(names.map((name) => [name, convert(values[name] as In)]));
}

function uniqueBy<T>(keyOf: (item: T) => string, items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

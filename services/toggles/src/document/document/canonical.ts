import { compareTexts } from '@signalbox/kit';
import { initialFeature, writtenFeature } from '../../tables/feature.ts';
import { defaultSortOrder } from '../../vocabulary/context-field/create-context-field.ts';
import { byTypeAndValue, serializeTag, tagKey } from '../../vocabulary/tag/tag.ts';
import {
  canonicalConstraint,
  canonicalMilestone,
  canonicalSafeguards,
  canonicalSettings,
  canonicalStrategy,
  ofPlan,
} from './canonical-settings.ts';
import {
  apiVersion,
  type ContextFieldSpec,
  type Document,
  type DocumentOf,
  type EnvironmentSpec,
  type FeatureSpec,
  type Kind,
  type PersonaSpec,
  type ProjectSpec,
  type ReleaseTemplateSpec,
  type SegmentSpec,
  type StrategyDefinitionSpec,
  type TagTypeSpec,
} from './document.schema.ts';
import type { ProtectionSpec } from './protection.schema.ts';
import type { DefaultStrategySpec } from './settings.schema.ts';
import { sorted, without } from './without-defaults.ts';

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
  Project: canonicalProject,
  ReleaseTemplate: ({ description, milestones, safeguards = [] }): ReleaseTemplateSpec => ({
    ...without({ description: null }, { description: description || null }),
    milestones: milestones.map((milestone) => canonicalMilestone(milestone, milestones)),
    ...without({ safeguards: [] }, { safeguards: canonicalSafeguards(safeguards, ofPlan) }),
  }),
  Persona: ({ description, context }): PersonaSpec => ({
    ...without({ description: null }, { description: description || null }),
    context,
  }),
  Environment: ({ protection, defaultStrategy }): EnvironmentSpec => ({
    ...(protection !== undefined && { protection: protection && canonicalProtection(protection) }),
    ...(defaultStrategy && { defaultStrategy: canonicalStrategy(defaultStrategy) as DefaultStrategySpec }),
  }),
  Feature: canonicalFeature,
};

function canonicalProject({
  name,
  description,
  mode,
  defaultStickiness,
  featureLimit,
  featureNaming = {},
  linkTemplates = [],
}: ProjectSpec): ProjectSpec {
  const { pattern, example, description: explanation } = featureNaming;
  const naming = { pattern: pattern || null, example: example || null, description: explanation || null };
  return {
    name,
    ...without(
      { description: null, mode: 'open', defaultStickiness: 'default', featureLimit: null, featureNaming: {}, linkTemplates: [] },
      {
        description,
        mode,
        defaultStickiness,
        featureLimit,
        featureNaming: without({ pattern: null, example: null, description: null }, naming),
        linkTemplates: linkTemplates.map(({ urlTemplate, title }) => ({
          urlTemplate,
          ...without({ title: null }, { title: title || null }),
        })),
      },
    ),
  };
}

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

const canonicalProtection = ({ requiredApprovals = 1, reviewers, freezes = [], ...policy }: ProtectionSpec): ProtectionSpec => ({
  requiredApprovals,
  ...without(
    { selfApproval: false, reviewers: null, secondApprovalAbove: null, freezes: [], reasonRequired: false, recentContexts: false },
    {
      selfApproval: policy.selfApproval,
      reviewers: reviewers && without({ groups: [], roles: [] }, { groups: reviewers.groups, roles: reviewers.roles }),
      secondApprovalAbove: policy.secondApprovalAbove,
      freezes: freezes.map(({ name, start, end, timeZone, repeats }) => ({ name, start, end, timeZone, repeats })),
      reasonRequired: policy.reasonRequired,
      recentContexts: policy.recentContexts,
    },
  ),
});

type Link = NonNullable<FeatureSpec['links']>[number];
const canonicalLink = ({ url, title }: Link): Link => ({ url, ...without({ title: null }, { title: title || null }) });
const linkKey = ({ url, title }: Link): string => JSON.stringify([url, title ?? null]);

type Parent = NonNullable<FeatureSpec['parents']>[number];
const canonicalParent = ({ feature, enabled = true, variants = [] }: Parent): Parent => ({
  feature,
  ...without({ enabled: true, variants: [] }, { enabled, variants: enabled ? variants : [] }),
});

function uniqueBy<T>(keyOf: (item: T) => string, items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

import { validator } from '@signalbox/contracts';
import { type Access, invalid } from '@signalbox/kit';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { indexOfRepeated } from '../../base/input/index-of-repeated.ts';
import { completeParameters } from '../../feature/strategy/normalise-strategy.ts';
import { heaviestFirst, normaliseVariants } from '../../feature/variant/normalise-variants.ts';
import { normalisePolicy } from '../../project/protection/normalise-policy.ts';
import { refuseBadSafeguard } from '../../release/template/normalise-safeguard.ts';
import { normaliseCondition } from '../../release/template/normalise-condition.ts';
import { inGroupOf } from '../../release/template/normalise-milestones.ts';
import { canonicalDocument } from './canonical.ts';
import { objectKey } from './current-documents.ts';
import { Pace } from './pace.ts';
import { type Document, type DocumentOf, documentSchemas, type FeatureSpec } from './document.schema.ts';
import { indexOfMilestone } from './milestone-reference.ts';
import type { ProtectionSpec } from './protection.schema.ts';
import { namedReviewers, protectionOfSpec } from './reviewer-names.ts';
import type { MilestoneSpec, PlanSafeguardSpec, ReleasePlanSpec, SettingsSpec, StrategySpec } from './settings.schema.ts';

/** The project that documents are for. */
export interface DocumentTarget {
  readonly project: string;
  readonly environments: readonly string[];
  /** The stickiness of strategies that name none. */
  readonly stickiness: string;
  readonly access: Pick<Access, 'namesOf'>;
}

/** A valid canonical document with its location in the request. */
export interface ReadDocument {
  readonly document: Document;
  readonly pointer: Pointer;
}

/** Validates documents on their own, and returns their canonical form. Throws a 400 that names the document and the property. */
export async function readDocuments(documents: readonly unknown[], destination: DocumentTarget): Promise<ReadDocument[]> {
  const read: ReadDocument[] = [];
  const pace = new Pace();
  const sent = documents.map((document, index) => ({
    document: validated(document, { path: `documents/${index}` }),
    pointer: { path: `documents/${index}` },
  }));
  const after = { ...destination, stickiness: stickinessAfter(sent, destination) };
  for (const { document: given, pointer } of sent) {
    const document = canonicalDocument(completed(given, after, pointer));
    read.push({ document, pointer });
    await pace.done(document);
  }
  refuseRepeated(read);
  return read;
}

/** Strategies have the default stickiness that the project has afterwards. */
function stickinessAfter(sent: readonly ReadDocument[], { stickiness }: DocumentTarget): string {
  const project = sent.map(({ document }) => document).find((document) => document.kind === 'Project');
  return project ? (project.spec.defaultStickiness ?? 'default') : stickiness;
}

const checks = Object.fromEntries(Object.entries(documentSchemas).map(([kind, schema]) => [kind, validator(schema, 'scalars')]));

/** Throws 400 unless the document has the schema of its kind. */
export function validated(document: unknown, { path }: Pointer): Document {
  const { kind } = document as Document;
  const isDocument = checks[kind];
  if (!isDocument) throw badValue(`${path}/kind`, `must be one of ${Object.keys(checks).join(', ')}; got ${kind}`);
  if (isDocument(document)) return document;
  throw invalid(isDocument.problemsOf(document).map((problem) => ({ ...problem, instancePath: `/${path}${problem.instancePath}` })));
}

/** Completes everything that writing would complete, so that the plan shows what is stored. */
function completed(document: Document, destination: DocumentTarget, pointer: Pointer): Document {
  if (document.kind === 'Environment') return completedEnvironment(document, destination, pointer);
  if (document.kind === 'Project') {
    const { name } = document.metadata;
    if (name !== destination.project) throw badValue(under(pointer, 'metadata/name'), `must be ${destination.project}; got ${name}`);
    return document;
  }
  if (document.kind === 'ReleaseTemplate' || document.kind === 'Persona') return completedOfProject(document, destination, pointer);
  if (document.kind !== 'Feature') return document;
  const { name } = document.metadata;
  const project = ownProject(document, destination, pointer);
  const environments = Object.entries(document.spec.environments ?? {}).map(([environment, settings]) => {
    const at = under(pointer, 'spec/environments', environment);
    refuseUnknownEnvironment(environment, destination, at);
    return [environment, completedSettings(settings, { stickiness: destination.stickiness, groupId: name }, at)] as const;
  });
  const spec: FeatureSpec = { ...document.spec, environments: Object.fromEntries(environments) };
  return { ...document, metadata: { name, project }, spec };
}

function completedOfProject(
  document: DocumentOf<'ReleaseTemplate'> | DocumentOf<'Persona'>,
  destination: DocumentTarget,
  pointer: Pointer,
): Document {
  const metadata = { name: document.metadata.name, project: ownProject(document, destination, pointer) };
  if (document.kind === 'Persona') return { ...document, metadata };
  refuseBadSafeguards(document.spec.safeguards ?? [], under(pointer, 'spec/safeguards'));
  const absent = { stickiness: destination.stickiness, groupId: '' };
  const milestones = document.spec.milestones.map((milestone, index) => {
    const at = under(pointer, 'spec/milestones', index);
    normaliseCondition(milestone.transitionCondition ?? null, under(at, 'transitionCondition'));
    return completedMilestone(milestone, absent, at);
  });
  return { ...document, metadata, spec: { ...document.spec, milestones } };
}

function ownProject(
  { metadata }: Pick<DocumentOf<'Environment' | 'Feature' | 'ReleaseTemplate' | 'Persona'>, 'metadata'>,
  destination: DocumentTarget,
  pointer: Pointer,
): string {
  const { project = destination.project } = metadata;
  if (project === destination.project) return project;
  throw badValue(under(pointer, 'metadata/project'), `must be ${destination.project}; got ${project}`);
}

function refuseUnknownEnvironment(environment: string, { project, environments }: DocumentTarget, pointer: Pointer): void {
  if (environments.includes(environment)) return;
  throw badValue(pointer, `must be one of the environments of project ${project}: ${environments.join(', ')}`);
}

function completedEnvironment(
  document: DocumentOf<'Environment'>,
  destination: DocumentTarget,
  pointer: Pointer,
): DocumentOf<'Environment'> {
  const { stickiness, access } = destination;
  const { name } = document.metadata;
  const { protection, defaultStrategy } = document.spec;
  const project = ownProject(document, destination, pointer);
  refuseUnknownEnvironment(name, destination, under(pointer, 'metadata/name'));
  const absent = { stickiness, groupId: '' };
  const spec = {
    ...(protection !== undefined && {
      protection: protection && completedProtection(protection, access, under(pointer, 'spec/protection')),
    }),
    ...(defaultStrategy && { defaultStrategy: completedStrategy(defaultStrategy, absent, under(pointer, 'spec/defaultStrategy')) }),
  };
  return { ...document, metadata: { name, project }, spec };
}

function completedProtection(protection: ProtectionSpec, access: DocumentTarget['access'], at: Pointer): ProtectionSpec {
  const { reviewers } = protection;
  const named = { ...protection, reviewers: reviewers ? namedReviewers(reviewers, access, under(at, 'reviewers')) : null };
  normalisePolicy(protectionOfSpec(named, access), at);
  return named;
}

type Absent = Parameters<typeof completeParameters>[1];

function completedSettings(settings: SettingsSpec, absent: Absent, at: Pointer): SettingsSpec {
  const { strategies = [], variants = [], releasePlan, safeguards = [] } = settings;
  refuseRepeatedKeys(strategies, at);
  refuseBadSafeguards(safeguards, under(at, 'safeguards'));
  return {
    ...settings,
    strategies: strategies.map((strategy, index) => completedStrategy(strategy, absent, under(at, 'strategies', index))),
    variants: normaliseVariants(heaviestFirst(variants), under(at, 'variants')),
    ...(releasePlan && { releasePlan: completedPlan(releasePlan, absent, under(at, 'releasePlan')) }),
  };
}

function completedPlan(plan: ReleasePlanSpec, absent: Absent, at: Pointer): ReleasePlanSpec {
  const { milestones, safeguards = [], activeMilestone, paused = false } = plan;
  refuseBadSafeguards(safeguards, under(at, 'safeguards'));
  if (paused && !activeMilestone) throw badValue(under(at, 'activeMilestone'), 'is required for a release that is paused');
  if (activeMilestone && indexOfMilestone(milestones, activeMilestone) < 0)
    throw badValue(under(at, 'activeMilestone'), `must be a milestone of the plan; got ${activeMilestone}`);
  for (const [index, { transitionCondition, targetMilestone }] of milestones.entries()) {
    const here = under(at, 'milestones', index);
    normaliseCondition(transitionCondition ?? null, under(here, 'transitionCondition'));
    if (targetMilestone && indexOfMilestone(milestones, targetMilestone) <= index)
      throw badValue(under(here, 'targetMilestone'), `must be a later milestone of the plan; got ${targetMilestone}`);
  }
  return {
    ...plan,
    milestones: milestones.map((milestone, index) => completedMilestone(milestone, absent, under(at, 'milestones', index))),
  };
}

const completedMilestone = (milestone: MilestoneSpec, absent: Absent, at: Pointer): MilestoneSpec => ({
  ...milestone,
  strategies: milestone.strategies.map((strategy, index) => {
    const parameters = inGroupOf(strategy.parameters ?? {}, absent.groupId);
    return completedStrategy({ ...strategy, parameters }, absent, under(at, 'strategies', index));
  }),
});

function refuseBadSafeguards(safeguards: readonly PlanSafeguardSpec[], at: Pointer): void {
  for (const [index, safeguard] of safeguards.entries()) refuseBadSafeguard(safeguard, under(at, index));
}

const completedStrategy = <S extends StrategySpec>(strategy: S, absent: Absent, at: Pointer): S => ({
  ...strategy,
  parameters: completeParameters(strategyInput(strategy), absent),
  variants: normaliseVariants(heaviestFirst(strategy.variants ?? []), under(at, 'variants')),
});

const strategyInput = ({ name, parameters = {} }: StrategySpec) => ({ name, parameters });

function refuseRepeatedKeys(strategies: readonly StrategySpec[], at: Pointer): void {
  const index = indexOfRepeated(strategies.map(({ key }) => key || undefined));
  if (index >= 0) throw badValue(under(at, 'strategies', index, 'key'), `must be unique; ${strategies[index]?.key} occurs twice`);
}

function refuseRepeated(read: readonly ReadDocument[]): void {
  const seen = new Set<string>();
  for (const { document, pointer } of read) {
    const { kind, metadata } = document;
    const key = objectKey(kind, metadata.name);
    if (seen.has(key)) throw badValue(under(pointer, 'metadata/name'), `must be unique; the ${kind} ${metadata.name} occurs twice`);
    seen.add(key);
  }
}

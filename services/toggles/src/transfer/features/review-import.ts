import type { Permission } from '@signalbox/contracts';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { tablesOf } from '../../tables/tables.ts';
import { ContextField } from '../../vocabulary/context-field/context-field.ts';
import { mayBeUndeclared, readUndeclared } from '../../vocabulary/context-field/undeclared.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { namesOutsidePattern } from '../../project/project/project.ts';
import { Strategy } from '../../feature/strategy/strategy.ts';
import { ReleasePlan } from '../../release/plan/plan.ts';
import { EnvironmentSafeguards } from '../../release/safeguard/environment-safeguards.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { TagType } from '../../vocabulary/tag/tag-type.ts';
import { isThere, strategiesIn, type PreparedImport, type Reading } from './prepare-import.ts';
import { type Proposal, proposalOf } from './propose-changes.ts';
import type { ImportData, ImportEnvelope } from './transfer.schema.ts';

/** All problems of an import, and warnings for its author (reference, toggle side §16.4). */
export interface Review {
  readonly unknownStrategies: readonly string[];
  readonly clashingFields: readonly string[];
  readonly missingPermissions: readonly Permission[];
  readonly elsewhere: readonly string[];
  readonly outsidePattern: readonly string[];
  readonly beyondLimit: boolean;
  readonly unknownParents: readonly string[];
  readonly unknownTagTypes: readonly string[];
  readonly customStrategies: readonly string[];
  readonly overwritten: readonly string[];
  /** Undeclared fields in constraints that the data does not contain. The import declares them. */
  readonly undeclared: readonly string[];
  readonly newTagTypes: ImportData['tagTypes'];
  /** Fields of the data, and undeclared ones. */
  readonly newContextFields: ImportData['contextFields'];
  /** Changes to propose instead of writing them; null if not necessary. */
  readonly proposal: Proposal | null;
}

export async function reviewImport(context: Reading, envelope: ImportEnvelope, prepared: PreparedImport): Promise<Review> {
  const { em, access, actor } = context;
  const { project, features } = prepared;
  const { project: id, environment } = envelope;
  const own = namesIn(prepared);
  const definitions = await em.find(StrategyDefinition, {});
  const used = new Set(features.flatMap((item) => strategiesIn(item).map(({ name }) => name)));
  const fields = await em.find(ContextField, { name: { $in: prepared.contextFields.map(({ name }) => name) } });
  const tagTypes = new Set([...prepared.tagTypes.map(({ name }) => name), ...features.flatMap(({ tags }) => tags.map(({ type }) => type))]);
  const types = new Set((await em.find(TagType, { name: { $in: [...tagTypes] } })).map(({ name }) => name));
  const newTagTypes = prepared.tagTypes.filter(({ name }) => !types.has(name));
  const undeclared = await undeclaredIn(context, prepared);
  const newContextFields = [
    ...prepared.contextFields.filter(({ name }) => !fields.some((field) => field.name === name)),
    ...undeclared.map((name) => ({ name })),
  ];
  const fresh = features.filter(({ exists }) => !exists).map(({ name }) => name);
  const proposal = await proposalOf(context, { project: id, environment }, prepared);
  const needed = neededPermissions(prepared, {
    proposes: proposal !== null,
    tagTypes: newTagTypes.length > 0,
    fields: newContextFields.length > 0,
    features: fresh.length > 0,
    replaces: await hasStrategies(context, own, environment),
    switches: await isSwitched(context, prepared, { own, environment }),
    guards: features.some(({ safeguards }) => safeguards?.length) || (await hasReplacedSafeguards(context, prepared, environment)),
  });
  const where = { project: id, environment };
  return {
    unknownStrategies: [...used.difference(new Set(definitions.map(({ name }) => name)))],
    clashingFields: prepared.contextFields.filter((field) => clashes(field, fields)).map(({ name }) => name),
    missingPermissions: needed.filter((permission) => !access.allows(actor, [permission], where)),
    elsewhere: elsewhere(prepared),
    outsidePattern: project ? (await namesOutsidePattern(project, fresh)).toSorted() : [],
    beyondLimit: await isBeyondLimit(context, prepared, fresh.length),
    unknownParents: unknownParents(prepared),
    unknownTagTypes: [...tagTypes.difference(types)].filter((name) => !newTagTypes.some((type) => type.name === name)),
    customStrategies: definitions.filter(({ name, builtIn }) => !builtIn && used.has(name)).map(({ name }) => name),
    overwritten: own,
    undeclared,
    newTagTypes,
    newContextFields,
    proposal,
  };
}

interface Needs {
  /** Proposing changes requires no permission. */
  readonly proposes: boolean;
  readonly tagTypes: boolean;
  readonly fields: boolean;
  readonly features: boolean;
  readonly replaces: boolean;
  readonly switches: boolean;
  /** True if safeguards of features are added or deleted. */
  readonly guards: boolean;
}

/**
 * The permissions for the parts of an import (reference, toggle side §16.5; decision 14). Enabling a feature without strategies
 * adds one.
 */
function neededPermissions({ features }: PreparedImport, needs: Needs): Permission[] {
  const writes = !needs.proposes;
  const addsStrategies = features.some(({ strategies, plan, environment }) => strategies.length > 0 || plan || environment?.enabled);
  const writesVariants = features.some(({ environment }) => environment && environment.variants !== null);
  const needed: readonly (readonly [Permission, boolean])[] = [
    ['UPDATE_FEATURE', true],
    ['CREATE_TAG_TYPE', needs.tagTypes],
    ['CREATE_CONTEXT_FIELD', needs.fields],
    ['DELETE_FEATURE_STRATEGY', writes && needs.replaces],
    ['CREATE_FEATURE_STRATEGY', writes && Boolean(addsStrategies)],
    ['UPDATE_FEATURE_ENVIRONMENT', writes && (needs.switches || needs.guards)],
    ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS', writes && Boolean(writesVariants)],
    ['CREATE_FEATURE', needs.features],
    ['UPDATE_FEATURE_DEPENDENCY', writes && features.some(({ parents }) => parents.length > 0)],
  ];
  return needed.flatMap(([permission, isNeeded]) => (isNeeded ? [permission] : []));
}

async function undeclaredIn({ em, settings }: Reading, { features, contextFields }: PreparedImport): Promise<string[]> {
  const constraints = features.flatMap((item) => strategiesIn(item).flatMap(({ constraints: own = [] }) => own));
  const imported = new Set(contextFields.map(({ name }) => name));
  const undeclared = await readUndeclared(em, constraints);
  return undeclared.filter((name) => !imported.has(name) && mayBeUndeclared(settings, name));
}

/** The features that exist in the target. Empty if the caller cannot see the target. */
const namesIn = ({ project, features, known }: PreparedImport): string[] =>
  project ? features.filter(({ name }) => known.get(name)?.project === project.id).map(({ name }) => name) : [];

async function hasStrategies({ em }: Reading, existing: readonly string[], environment: string): Promise<boolean> {
  let found = false;
  await eachChunk(existing, async (names) => {
    const where = { featureName: { $in: names }, environment };
    found ||= (await em.count(Strategy, where)) + (await em.count(ReleasePlan, where)) > 0;
  });
  return found;
}

async function hasReplacedSafeguards({ em }: Reading, { features }: PreparedImport, environment: string): Promise<boolean> {
  let found = false;
  const replaced = features.filter(({ exists, safeguards }) => exists && safeguards);
  await eachChunk(replaced, async (chunk) => {
    const featureName = { $in: chunk.map(({ name }) => name) };
    found ||= (await em.count(EnvironmentSafeguards, { featureName, environment })) > 0;
  });
  return found;
}

/** Returns true if the import changes any switch. New features are off, and the state of features elsewhere must not show. */
async function isSwitched(
  { em }: Reading,
  { features }: PreparedImport,
  { own, environment }: { readonly own: readonly string[]; readonly environment: string },
): Promise<boolean> {
  const existing = new Set(own);
  const requested = features.flatMap(({ name, environment: settings }) => (settings ? [{ name, enabled: settings.enabled }] : []));
  let found = false;
  await eachChunk(requested, async (chunk) => {
    const on = await tablesOf(em)
      .selectFrom('feature_environment')
      .where(
        'feature_name',
        'in',
        chunk.map(({ name }) => name),
      )
      .where('environment', '=', environment)
      .where('enabled', '=', 1)
      .select('feature_name')
      .execute();
    const names = new Set(on.map((settings) => settings.feature_name)).intersection(existing);
    found ||= chunk.some(({ name, enabled }) => names.has(name) !== enabled);
  });
  return found;
}

/** An existing field keeps its legal values, so it must have the imported ones. */
function clashes({ name, legalValues = [] }: ImportData['contextFields'][number], fields: readonly ContextField[]): boolean {
  const existing = fields.find((field) => field.name === name);
  if (!existing) return false;
  const legal = new Set(existing.legalValues.map(({ value }) => value));
  return legalValues.some(({ value }) => !legal.has(value));
}

/** Names are unique in the instance, including projects that the caller cannot see. */
function elsewhere({ project: target, features, known }: PreparedImport): string[] {
  return features.flatMap(({ name }) => {
    const found = known.get(name);
    if (!found || found.project === target?.id) return [];
    return [`${name} (in ${found.hidden ? 'another project' : `project ${found.project}`})`];
  });
}

async function isBeyondLimit({ em }: Reading, { project }: PreparedImport, fresh: number): Promise<boolean> {
  if (project?.featureLimit === null || project?.featureLimit === undefined || fresh === 0) return false;
  return (await em.count(Feature, { project: project.id, archivedAt: null })) + fresh > project.featureLimit;
}

function unknownParents({ features, known }: PreparedImport): string[] {
  const imported = new Set(features.map(({ name }) => name));
  const parents = new Set(features.flatMap(({ parents }) => parents.map(({ feature }) => feature)));
  return [...parents].filter((name) => !imported.has(name) && !isThere(known, name));
}

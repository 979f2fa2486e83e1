import type { CompiledFeature, CompiledStrategy, CompiledVariants, FeatureLookup } from '@signalbox/engine';
import { settingsOf } from '@signalbox/engine';
import type { DependencyState, FeatureVariant, StrategyVariant } from '@signalbox/contracts';
import { valueOf } from '../../ofrep/resolve.ts';
import { and, bucketsOf, isOneOf, not, type Notes, type Rule, ruleOfStrategy, attributeText } from './targeting.ts';

/** A flag in flagd's format. */
export interface FlagdFlag {
  readonly state: 'ENABLED' | 'DISABLED';
  readonly variants: Readonly<Record<string, unknown>>;
  readonly defaultVariant?: string;
  readonly targeting?: Rule;
  readonly metadata: { readonly flagSetId: string; readonly toggleType: string };
}

/** A feature in flagd's format, or why that format cannot express it. */
export interface FlagDefinition {
  readonly flag?: FlagdFlag;
  readonly problems: readonly string[];
  /** True if a share decides: flagd reaches other people than the engine. */
  readonly isShared: boolean;
}

/** Names of the values of a feature that has no variant. */
export const on = 'on';
export const off = 'off';

/**
 * Maps a feature to flagd's format. An off feature without variants is false there too, instead of the code default, because a kill switch
 * must not depend on the code. A feature whose variants have values has none for users who do not get it, so they get the code default.
 */
export function flagOf(feature: CompiledFeature, lookup: FeatureLookup): FlagDefinition {
  const notes: Notes = { environment: feature.environment, problems: new Set(), isShared: false };
  const values = new Map<string, unknown>();
  const rule = decisionOf(feature, { lookup, notes, values });
  const isBoolean = [...values.values()].every((value) => typeof value === 'boolean');
  if (new Set([...values.values()].map(typeOf)).size > 1) notes.problems.add('values of different types');
  if (isBoolean && (values.get(off) ?? false) !== false) notes.problems.add(`the name ${off} of a variant that is not false`);
  if (notes.problems.size > 0) return { problems: [...notes.problems], isShared: notes.isShared };
  const { project, type: toggleType } = feature.state;
  const variants = { ...Object.fromEntries(values), ...(isBoolean && { [off]: false }) };
  const metadata = { flagSetId: project, toggleType };
  const targeting = targetingOf(rule, isBoolean ? off : undefined);
  return { flag: { state: 'ENABLED', variants, ...targeting, metadata }, problems: [], isShared: notes.isShared };
}

/** A text is the name of the variant for everyone; with null, no user has one. The variant of everyone else is the default. */
function targetingOf(rule: Rule, fallback: string | undefined): Pick<FlagdFlag, 'defaultVariant' | 'targeting'> {
  const cases = typeof rule === 'object' && rule !== null && 'if' in rule ? (rule.if as readonly Rule[]) : [rule];
  const last = cases.at(-1);
  const defaultVariant = typeof last === 'string' ? last : fallback;
  const common = defaultVariant === undefined ? {} : { defaultVariant };
  if (rule === null || typeof rule === 'string') return common;
  return { ...common, targeting: typeof last === 'string' ? { if: [...cases.slice(0, -1), null] } : rule };
}

/** flagd compares types of values like JSON does. */
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

interface Mapping {
  readonly lookup: FeatureLookup;
  readonly notes: Notes;
  /** Values by the name of their variant. */
  readonly values: Map<string, unknown>;
}

/** Rule that returns the name of the variant; null if no user gets it. */
function decisionOf(feature: CompiledFeature, mapping: Mapping): Rule {
  const own = winnerOf(feature, mapping);
  if (!feature.enabled) return forget(mapping.notes);
  const parents = feature.state.dependencies.map((dependency) => ruleOfParent(dependency, mapping));
  const needed = parents.filter((rule) => rule !== true);
  if (needed.length === 0 || own === null) return own;
  return needed.includes(false) ? null : { if: [and(needed), own, null] };
}

/** A disabled feature needs no rule, so nothing about it is beyond the format. Its values remain, because they are its type. */
function forget(notes: Notes): null {
  notes.problems.clear();
  notes.isShared = false;
  return null;
}

/** The first strategy that holds decides. */
function winnerOf(feature: CompiledFeature, mapping: Mapping): Rule {
  const { variants = [] } = settingsOf(feature.state, feature.environment) ?? {};
  const own = { compiled: feature.variants, variants };
  if (feature.strategies.length === 0) return variantOf(own, mapping);
  const cases: Rule[] = [];
  for (const strategy of feature.strategies) {
    const rule = ruleOfStrategy(strategy, mapping.notes);
    if (rule === false) continue;
    const result = variantOf(variantsOf(strategy) ?? own, mapping);
    if (rule === true) return cases.length === 0 ? result : { if: [...cases, result] };
    cases.push(rule, result);
  }
  return cases.length === 0 ? null : { if: [...cases, null] };
}

interface OwnVariants {
  readonly compiled: CompiledVariants | undefined;
  readonly variants: readonly (StrategyVariant | FeatureVariant)[];
}

const variantsOf = ({ variants, state }: CompiledStrategy): OwnVariants | undefined =>
  variants && { compiled: variants, variants: state.variants };

function variantOf({ compiled, variants }: OwnVariants, { notes, values }: Mapping): Rule {
  const weighed = variants.filter(({ weight }) => weight > 0);
  const named = weighed.length === 0 ? [{ name: on }] : weighed;
  for (const variant of named) {
    const value = 'weight' in variant ? valueOf(variant) : true;
    if (values.has(variant.name) && JSON.stringify(values.get(variant.name)) !== JSON.stringify(value))
      notes.problems.add(`two values of the variant ${variant.name}`);
    values.set(variant.name, value);
  }
  const drawn = drawOf(weighed, compiled, notes);
  const forced = weighed.flatMap((variant) =>
    ('overrides' in variant ? (variant.overrides ?? []) : []).flatMap(({ contextName, values: listed }): Rule[] => [
      isOneOf(attributeText(contextName, notes), listed),
      variant.name,
    ]),
  );
  return forced.length === 0 ? drawn : { if: [...forced, drawn] };
}

function drawOf(weighed: OwnVariants['variants'], compiled: CompiledVariants | undefined, notes: Notes): Rule {
  const [first, second] = weighed;
  if (!first || !compiled) return on;
  if (!second) return first.name;
  if (compiled.stickiness === 'random') notes.problems.add('variants by chance');
  return bucketsOf(
    compiled.stickiness,
    compiled.group,
    weighed.map(({ name, weight }) => [name, weight]),
    notes,
  );
}

/** flagd has no parents, so the rule of a parent becomes part of the rule of its child. */
function ruleOfParent({ feature, enabled, variants }: DependencyState, { lookup, notes }: Mapping): Rule {
  const parent = lookup.get(feature);
  if (!parent || parent.state.dependencies.length > 0) return false;
  if (enabled && variants.length > 0) notes.problems.add(`the variant of the parent ${feature}`);
  const cases = parent.enabled ? parent.strategies.map((strategy) => ruleOfStrategy(strategy, notes)) : [false];
  const possible = cases.filter((rule) => rule !== false);
  const isOn = parent.enabled && (cases.length === 0 || possible.includes(true)) ? true : possible.length === 0 ? false : { or: possible };
  return enabled ? isOn : not(isOn);
}

import { beginOutcome, type CompiledConstraint, type CompiledStrategy, type Effects, parseInstant } from '@signalbox/engine';

/** A JSONLogic rule with the operators of flagd. */
export type Rule = boolean | number | string | null | readonly Rule[] | { readonly [operator: string]: Rule };

/** Collects what the format cannot express. A rule with a problem is never used. */
export interface Notes {
  readonly environment: string;
  readonly problems: Set<string>;
  /** Set if a share decides: flagd hashes differently, so that it reaches other people. */
  isShared: boolean;
}

const variable = (name: string): Rule => ({ var: name });
const or = (rules: readonly Rule[]): Rule => (rules.length === 1 ? (rules[0] as Rule) : { or: rules });
export const and = (rules: readonly Rule[]): Rule => (rules.length === 1 ? (rules[0] as Rule) : { and: rules });
export const not = (rule: Rule): Rule => (typeof rule === 'boolean' ? !rule : { '!': [rule] });

/** The first of several attributes that has a value. */
const firstOf = (names: readonly string[]): Rule =>
  names.length === 1
    ? variable(names[0] as string)
    : { if: [...names.slice(0, -1).flatMap((name) => [variable(name), variable(name)]), variable(names.at(-1) as string)] };

/** An attribute as text, which is empty without one. A missing user id is the targeting key, as in OFREP. */
export function attributeText(field: string, { environment, problems }: Notes): Rule {
  if (field === 'environment') return environment;
  if (field.includes('.')) problems.add(`flagd reads a point in the name ${field} as a path`);
  const value = field === 'userId' ? firstOf(['userId', 'targetingKey']) : variable(field);
  return { if: [{ '==': [value, null] }, '', { cat: [value] }] };
}

const isGiven = (text: Rule): Rule => ({ '!=': [text, ''] });
export const isOneOf = (text: Rule, values: readonly string[]): Rule => (values.length === 0 ? false : { in: [text, values] });

const comparisons: Readonly<Record<string, string>> = { EQ: '==', GT: '>', GTE: '>=', LT: '<', LTE: '<=' };
const texts: Readonly<Record<string, (text: Rule, value: string) => Rule>> = {
  STR_STARTS_WITH: (text, value) => ({ starts_with: [text, value] }),
  STR_ENDS_WITH: (text, value) => ({ ends_with: [text, value] }),
  STR_CONTAINS: (text, value) => ({ in: [value, text] }),
};

/** Rule of a constraint, with its inversion. */
function ruleOfConstraint({ state, known, listing, list, test }: CompiledConstraint, notes: Notes): Rule {
  if (!known) return false;
  if (state.contextName === 'environment' && !state.operator.startsWith('DATE_')) return holdsIn(notes.environment, test);
  if (listing) {
    const isListed = isOneOf(attributeText(listing.field, notes), [...listing.values]);
    return listing.passes ? isListed : not(isListed);
  }
  const rule = list ? isOneOf(attributeText(state.contextName, notes), list.values()) : ruleOfOperator(state, notes);
  return state.inverted ? not(rule) : rule;
}

const noEffects: Effects = { now: () => new Date(0), random: () => 0, hostname: '' };

/** The environment is known already. */
const holdsIn = (environment: string, test: CompiledConstraint['test']): boolean => test({ environment }, noEffects, beginOutcome());

function ruleOfOperator(
  { operator, contextName, values = [], value = '', caseInsensitive }: CompiledConstraint['state'],
  notes: Notes,
): Rule {
  const [kind = '', comparison = ''] = operator.split('_');
  const clean = values.filter(Boolean).map((each) => each.trim());
  const matches = texts[operator];
  if (matches && !caseInsensitive)
    return clean.length === 0 ? false : or(clean.map((each) => matches(attributeText(contextName, notes), each)));
  if (kind === 'NUM') return compareNumbers(attributeText(contextName, notes), comparisons[comparison] ?? '', value);
  if (kind === 'SEMVER') return compareVersions(attributeText(contextName, notes), comparisons[comparison] ?? '', value);
  if (kind === 'DATE') return compareTime(comparison, value);
  notes.problems.add(matches ? `${operator} without case` : operator);
  return false;
}

/** A text that is not a number makes flagd answer with the code default. */
function compareNumbers(text: Rule, comparison: string, value: string): Rule {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? false : { and: [isGiven(text), { [comparison]: [text, number] }] };
}

const compareVersions = (text: Rule, comparison: string, value: string): Rule => ({
  and: [isGiven(text), { sem_ver: [text, comparison === '==' ? '=' : comparison, value] }],
});

/** flagd knows the time in seconds, and no other time of the context. */
function compareTime(comparison: string, value: string): Rule {
  const seconds = parseInstant(value) / 1000;
  if (Number.isNaN(seconds)) return false;
  const time = variable('$flagd.timestamp');
  return comparison === 'AFTER' ? { '>=': [time, Math.ceil(seconds)] } : { '<': [time, Math.ceil(seconds)] };
}

const totalParts = 100_000;

/** Rule of a strategy: its constraints, those of its segments, and its own. */
export function ruleOfStrategy(strategy: CompiledStrategy, notes: Notes): Rule {
  const { constraints, segments } = strategy;
  if (segments.some(({ state }) => !state)) return false;
  if (segments.some(({ state }) => state?.serverOnly)) {
    notes.problems.add('a list that only servers evaluate');
    return false;
  }
  const inherited = segments.flatMap((segment) => segment.constraints);
  const rules = [...constraints, ...inherited].map((constraint) => ruleOfConstraint(constraint, notes));
  const all = [...rules, ruleOfType(strategy, notes)].filter((rule) => rule !== true);
  if (all.includes(false)) return false;
  return all.length === 0 ? true : and(all);
}

function ruleOfType({ state: { name, parameters }, known, share }: CompiledStrategy, notes: Notes): Rule {
  if (name === 'default') return true;
  if (name === 'userWithId') return isOneOf(attributeText('userId', notes), listOf(parameters['userIds']));
  // The server has no name of a host.
  if (!known || name === 'applicationHostname') return false;
  if (!share) {
    notes.problems.add(`the strategy ${name}`);
    return false;
  }
  const { stickiness, group, reaches } = share;
  const hasNoField = stickiness === 'default' || stickiness === 'random';
  if (reaches <= 0) return false;
  if (reaches >= 100) return hasNoField ? true : isGiven(attributeText(stickiness, notes));
  if (stickiness === 'random') notes.problems.add('a random share');
  const isReached: Rule = {
    '==': [
      bucketsOf(
        stickiness,
        group,
        [
          ['in', reaches],
          ['out', 100 - reaches],
        ],
        notes,
      ),
      'in',
    ],
  };
  return hasNoField ? isReached : { and: [isGiven(attributeText(stickiness, notes)), isReached] };
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Shares of the identities of a group, by weight. */
export function bucketsOf(
  stickiness: string,
  group: string,
  shares: readonly (readonly [name: string, weight: number])[],
  notes: Notes,
): Rule {
  notes.isShared = true;
  const identity = stickiness === 'default' ? firstOf(['userId', 'targetingKey', 'sessionId']) : attributeText(stickiness, notes);
  const sum = shares.reduce((total, [, weight]) => total + weight, 0);
  return {
    fractional: [{ cat: [group, ':', identity] }, ...shares.map(([name, weight]) => [name, Math.round((weight / sum) * totalParts)])],
  };
}

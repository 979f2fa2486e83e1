import type { Payload } from '@signalbox/contracts';
import { alternativesOf, attributeOf, type FlagdRule, operationOf, Unsupported } from './flagd-rule.ts';
import type { SourceSettings, SourceStrategy } from './snapshot.ts';

/** A flag in a file of flagd (flagd-schemas, flags.json). */
export interface FlagdFlag {
  readonly state: 'ENABLED' | 'DISABLED';
  readonly variants: Readonly<Record<string, unknown>>;
  readonly defaultVariant?: string | null;
  readonly targeting?: FlagdRule;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The settings of a feature that has the values of the flag, and how they differ from it. */
export interface TranslatedFlag {
  readonly settings: Omit<SourceSettings, 'environment'>;
  readonly adapted?: string;
}

type Variants = SourceStrategy['variants'];

const totalWeight = 1000;

/** Translates a flag. Throws `Unsupported` for what features cannot express. */
export function translateFlag(key: string, flag: FlagdFlag): TranslatedFlag {
  const values = Object.entries(flag.variants);
  if (values.length === 0) throw new Unsupported('no variants');
  const isBoolean = values.every(([, value]) => typeof value === 'boolean');
  const translation = new Translation(key, flag, isBoolean);
  const strategies = translation.strategies();
  const enabled = flag.state === 'ENABLED' && strategies.length > 0;
  const adapted = noteOf(flag, { strategies, isBoolean, isShared: translation.isShared });
  return { settings: { enabled, variants: [], strategies }, ...(adapted !== undefined && { adapted }) };
}

interface Translated {
  readonly strategies: readonly SourceStrategy[];
  readonly isBoolean: boolean;
  readonly isShared: boolean;
}

/** Why the feature has other values than the flag for some contexts, if it has. */
function noteOf({ state, defaultVariant }: FlagdFlag, { strategies, isBoolean, isShared }: Translated): string | undefined {
  if (isShared) return 'A share decides. It reaches other users than in flagd, which hashes differently.';
  if (isBoolean && state === 'DISABLED') return 'It is off, which is false here; flagd returns the default of the code.';
  if (isBoolean && !defaultVariant) return 'Without a variant it is false here; flagd returns the default of the code.';
  const less = strategies.flatMap(({ constraints }) => constraints).find(({ operator }) => operator === 'NUM_LT' || operator === 'NUM_LTE');
  return less && `flagd compares 0 in a context without ${less.contextName}; here, the condition does not hold.`;
}

/** Result of a rule: the name of a variant, shares of variants, or none. */
type Result =
  | { readonly name: string }
  | { readonly shares: readonly (readonly [name: string, weight: number])[]; readonly field: string }
  | null;

class Translation {
  isShared = false;
  readonly #key: string;
  readonly #flag: FlagdFlag;
  readonly #isBoolean: boolean;

  constructor(key: string, flag: FlagdFlag, isBoolean: boolean) {
    this.#key = key;
    this.#flag = flag;
    this.#isBoolean = isBoolean;
  }

  /** One strategy for each alternative of each rule, in order; the first that holds decides. */
  strategies(): SourceStrategy[] {
    const cases = this.#casesOf(this.#flag.targeting);
    return cases.flatMap(({ condition, result }, index) => {
      const parts = this.#partsOf(result, cases.length - index > 1);
      if (!parts) return [];
      return alternativesOf(condition).map((constraints, alternative) => ({
        id: `${this.#key}-${index}-${alternative}`,
        name: 'flexibleRollout',
        title: null,
        disabled: false,
        parameters: { rollout: parts.rollout, stickiness: parts.field, groupId: this.#key },
        constraints,
        variants: parts.variants,
        segments: [],
      }));
    });
  }

  /** `if` with its cases, then the default. */
  #casesOf(rule: FlagdRule): { readonly condition: FlagdRule; readonly result: Result }[] {
    const fallback = { condition: true, result: this.#defaultOf() };
    if (rule === undefined || rule === null) return [fallback];
    const [operator, operands] = operationOf(rule) ?? [undefined, []];
    if (operator === undefined && typeof rule === 'object' && Object.keys(rule).length === 0) return [fallback];
    if (operator !== 'if') return [{ condition: true, result: this.#resultOf(rule) ?? fallback.result }];
    const cases = [];
    for (let index = 0; index + 1 < operands.length; index += 2)
      cases.push({ condition: operands[index], result: this.#resultOf(operands[index + 1]) ?? fallback.result });
    const last = operands.length % 2 === 1 ? operands.at(-1) : null;
    return operationOf(last)?.[0] === 'if'
      ? [...cases, ...this.#casesOf(last)]
      : [...cases, { condition: true, result: this.#resultOf(last) ?? fallback.result }];
  }

  #defaultOf(): Result {
    const { defaultVariant } = this.#flag;
    return typeof defaultVariant === 'string' && defaultVariant !== '' ? this.#named(defaultVariant) : null;
  }

  #named(name: string): Result {
    if (!Object.hasOwn(this.#flag.variants, name)) throw new Unsupported(`the variant ${name}, which does not exist`);
    return { name };
  }

  #resultOf(rule: FlagdRule): Result {
    if (rule === null || rule === undefined) return null;
    if (typeof rule === 'string' || typeof rule === 'boolean') return this.#named(String(rule));
    const [operator, operands] = operationOf(rule) ?? [undefined, []];
    if (operator !== 'fractional')
      throw new Unsupported(operator === 'if' ? 'an “if” within a case' : `the result ${JSON.stringify(rule)}`);
    const isShare = (operand: FlagdRule): operand is readonly [string, number?] => Array.isArray(operand);
    const [first] = operands;
    const shares = operands.filter(isShare).map(([name, weight = 1]) => [name, weight] as const);
    for (const [name, weight] of shares) if (typeof weight !== 'number' || !this.#named(name)) throw new Unsupported('a weight by a rule');
    this.isShared = true;
    return { shares, field: isShare(first) ? 'default' : fieldOf(first) };
  }

  /** Rollout and variants of a result. A boolean flag is on or off, so a case that is false must be the last. */
  #partsOf(
    result: Result,
    hasMore: boolean,
  ): { readonly rollout: string; readonly field: string; readonly variants: Variants } | undefined {
    if (result === null) {
      if (hasMore) throw new Unsupported('a case without a value before another one');
      return undefined;
    }
    const shares = 'name' in result ? [[result.name, 1] as const] : result.shares;
    const field = 'name' in result ? 'default' : result.field;
    if (!this.#isBoolean) return { rollout: '100', field, variants: this.#variantsOf(shares, field) };
    const sum = shares.reduce((total, [, weight]) => total + weight, 0);
    const onShare = shares.reduce((total, [name, weight]) => total + (this.#flag.variants[name] === true ? weight : 0), 0);
    if (onShare < sum && hasMore) throw new Unsupported('a case that is false before another one');
    if (onShare === 0) return undefined;
    return { rollout: String(Math.round((100 * onShare) / sum)), field, variants: [] };
  }

  #variantsOf(shares: readonly (readonly [string, number])[], stickiness: string): Variants {
    const sum = shares.reduce((total, [, weight]) => total + weight, 0);
    return shares.map(([name, weight]) => ({
      name,
      weight: Math.round((totalWeight * weight) / sum),
      weightType: 'variable' as const,
      stickiness,
      payload: payloadOf(this.#flag.variants[name]),
    }));
  }
}

/** The attribute that decides about shares, also within a concatenation with texts. */
function fieldOf(rule: FlagdRule): string {
  const own = attributeOf(rule);
  if (own !== undefined && !own.startsWith('$flagd.')) return own;
  const [operator, operands] = operationOf(rule) ?? [undefined, []];
  const fields = operator === 'cat' ? operands.filter((each) => typeof each === 'object').map(attributeOf) : [];
  const [field, other] = fields.filter((each) => each !== undefined && !each.startsWith('$flagd.'));
  if (field === undefined || other !== undefined) throw new Unsupported('shares by several attributes');
  return field;
}

function payloadOf(value: unknown): Payload {
  if (typeof value === 'string') return { type: 'string', value };
  return typeof value === 'number' ? { type: 'number', value: String(value) } : { type: 'json', value: JSON.stringify(value) };
}

import type { Constraint } from '@signalbox/contracts';
import type { CompiledFeature } from '@signalbox/engine';
import * as fc from 'fast-check';
import { evilPattern, evilText, write } from './evil-patterns.ts';
import { featureOf } from './features.ts';
import { maxText } from './targets.ts';

// Features with extreme sizes, evaluated for contexts as large as a request may be.

/** A feature, its parents, and a context. */
export interface EvilQuestion {
  readonly build: () => { readonly feature: CompiledFeature; readonly parents: Map<string, CompiledFeature> };
  readonly context: Readonly<Record<string, string>>;
  /** Short description. */
  readonly title: string;
}

/** Maximum content of a feature in one environment. */
const maxStored = 1_000_000;

const name = fc.constantFrom('userId', 'plan', 'remoteAddress', 'currentTime');
const inverted = fc.constantFrom(true, true, false);
const caseInsensitive = fc.boolean();

const pattern = fc.record({ evil: evilPattern, times: fc.integer({ min: 1, max: 300 }), contextName: name, inverted }).map(
  ({ evil, times, ...rest }): Constraint => ({
    ...rest,
    operator: 'REGEX',
    value: write(evil, times),
    caseInsensitive: evil.caseInsensitive,
  }),
);

const value = fc.constantFrom('aab', `${'a'.repeat(99)}b`, `b${'a'.repeat(99)}`, '\u4e00\u4e00\u4e01', 'q');
const list = fc
  .record({
    contextName: name,
    operator: fc.constantFrom('STR_CONTAINS' as const, 'STR_CONTAINS' as const, 'STR_STARTS_WITH' as const, 'STR_ENDS_WITH' as const),
    values: fc.tuple(value, fc.constantFrom(1, 10, 1000)).map(([text, count]) => Array.from({ length: count }, () => text)),
    inverted,
    caseInsensitive,
  })
  .map((constraint): Constraint => constraint);

const single = fc.constantFrom<Constraint>(
  { contextName: 'userId', operator: 'SEMVER_LT', value: '1.0.0', inverted: true },
  { contextName: 'userId', operator: 'NUM_LT', value: '0', inverted: true },
  { contextName: 'userId', operator: 'DATE_BEFORE', value: '2026-01-01', inverted: true },
  { contextName: 'userId', operator: 'IN_CIDR', values: ['10.0.0.0/8', '::/0'], inverted: true },
  { contextName: 'userId', operator: 'NOT_IN', values: ['x'] },
);

const strategy = fc.array(fc.oneof(pattern, list, single), { minLength: 1, maxLength: 4 });
const strategies = fc.array(strategy, { minLength: 1, maxLength: 4 });

/** Values as a version, a number, an address and plain text. */
const text = fc.oneof(
  evilText.map((write) => write(maxText)),
  fc.constantFrom('1', '.', ':', ' ', '1a.').map((letters) => letters.repeat(maxText / letters.length)),
  fc.constantFrom('1a.', '1').map((letters) => `1.0.0-${letters.repeat(maxText / 3)}!`),
);

export const evilQuestion: fc.Arbitrary<EvilQuestion> = fc
  .record({
    own: strategies,
    times: fc.constantFrom(1, 10, 100, 300),
    parents: fc.constantFrom(0, 0, 1, 10),
    userId: text,
    plan: text,
    length: fc.constantFrom(10, 100, 1000, maxText),
  })
  .map(({ own, times, parents, userId, plan, length }) => {
    const fitting = Math.max(1, Math.min(times, Math.floor(maxStored / JSON.stringify(own).length)));
    return {
      build: () => build(Array.from({ length: fitting }, () => own).flat(), parents),
      context: { userId: userId.slice(0, length), plan: plan.slice(0, length) },
      title: `${own.length * fitting} strategies, ${parents} parents, ${length} characters: ${summaryOf(own)}`,
    };
  });

function build(own: readonly (readonly Constraint[])[], count: number) {
  const names = Array.from({ length: count }, (_, index) => `parent-${index}`);
  const parent = featureOf(own);
  const dependencies = names.map((feature) => ({ feature, enabled: false, variants: [] }));
  return { feature: featureOf(own, { dependencies }), parents: new Map(names.map((each) => [each, parent])) };
}

function summaryOf(own: readonly (readonly Constraint[])[]): string {
  const words = own.flat().map(({ operator, value: text = '', values = [] }) => `${operator} ${(text || (values[0] ?? '')).slice(0, 20)}`);
  return words.join(', ').slice(0, 200);
}

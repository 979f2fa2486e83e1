import { deepEqual, equal, throws } from 'node:assert/strict';
import type { Failure, Payload } from '@signalbox/contracts';
import { normaliseVariants } from './normalise-variants.ts';

const variable = (name: string, weight = 0) => ({ name, weight, weightType: 'variable' as const, stickiness: 'default' });
const fix = (name: string, weight: number) => ({ name, weight, weightType: 'fix' as const, stickiness: 'default' });
const weights = (variants: ReturnType<typeof normaliseVariants>) => variants.map(({ name, weight }) => `${name} ${weight}`);
const refuses = (variants: Parameters<typeof normaliseVariants>[0], path: string) =>
  throws(
    () => normaliseVariants(variants),
    (failure: Failure) => failure.name === 'BadDataError' && failure.details[0]?.path === path && failure.message.startsWith(`${path} `),
  );

describe('normalise variants', () => {
  it('accepts an empty list', () => deepEqual(normaliseVariants([]), []));

  const vectors: [string, Parameters<typeof normaliseVariants>[0], string[]][] = [
    ['gives a lone variant everything', [variable('a')], ['a 1000']],
    [
      'gives the remainder to the first in request order and sorts by name',
      ['c', 'a', 'b'].map((n) => variable(n)),
      ['a 333', 'b 333', 'c 334'],
    ],
    ['divides evenly if possible', ['a', 'b', 'c', 'd'].map((n) => variable(n)), ['a 250', 'b 250', 'c 250', 'd 250']],
    [
      'distributes the rest after two fixed weights',
      [fix('f', 250), fix('g', 150), variable('a'), variable('b'), variable('c')],
      ['a 200', 'b 200', 'c 200', 'f 250', 'g 150'],
    ],
    ['gives the odd thousandth to the first of two', [fix('f', 1), variable('a'), variable('b')], ['a 500', 'b 499', 'f 1']],
    [
      'gives the remainder to six of seven',
      'abcdefg'.split('').map((n) => variable(n)),
      ['a 143', 'b 143', 'c 143', 'd 143', 'e 143', 'f 143', 'g 142'],
    ],
    [
      'leaves zero if fixed weights add up to 1000',
      [fix('f', 900), fix('g', 100), variable('a'), variable('b')],
      ['a 0', 'b 0', 'f 900', 'g 100'],
    ],
    ['ignores the given weight of a variable variant', [variable('a', 1), variable('b', 999)], ['a 500', 'b 500']],
  ];
  for (const [statement, variants, expected] of vectors) {
    it(statement, () => deepEqual(weights(normaliseVariants(variants)), expected));
  }

  it('refuses fixed weights above 1000 in total', () => refuses([fix('f', 900), fix('g', 900), variable('a')], 'variants'));
  it('refuses a list without a variable variant', () => refuses([fix('f', 900)], 'variants'));
  it('refuses a repeated name', () => refuses([variable('a'), variable('b'), variable('a')], 'variants/2/name'));
  it('treats names as case-sensitive', () => equal(normaliseVariants([variable('a'), variable('A')]).length, 2));

  const withPayload = (type: Payload['type'], value: string) => [{ ...variable('a'), payload: { type, value } }];
  it('refuses an invalid json payload', () => refuses(withPayload('json', '{"a":'), 'variants/0/payload/value'));
  it('refuses an invalid number payload', () => refuses(withPayload('number', 'twelve'), 'variants/0/payload/value'));
  for (const [type, value] of [
    ['json', '{"a":1}'],
    ['number', '-1.5e3'],
    ['csv', 'a,b'],
    ['string', '{'],
  ] as const) {
    it(`keeps the ${type} payload ${value}`, () => deepEqual(normaliseVariants(withPayload(type, value))[0]?.payload, { type, value }));
  }

  it('defaults to variable and default for missing weightType and stickiness', () => {
    deepEqual(normaliseVariants([{ name: 'a', weight: 0 }]), [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }]);
  });

  it('does not modify its input', () => {
    const given = [variable('b', 7), variable('a', 7)];
    normaliseVariants(given);
    deepEqual(given, [variable('b', 7), variable('a', 7)]);
  });

  it('names the invalid property by the path of its list', () => {
    throws(() => normaliseVariants([fix('f', 1)], { path: 'strategies/3/variants' }), /strategies\/3\/variants need/);
  });
});

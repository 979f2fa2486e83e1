import { deepEqual, equal } from 'node:assert/strict';
import { literalOf, openConstants } from './constant.ts';
import { parseWinner, resultOf } from './winner.ts';

const evaluated = (code: string): unknown => new Function(`return (${code});`)(); // oxlint-disable-line no-implied-eval, no-new-func

describe('literals of constants', () => {
  const texts = [
    "it's",
    '"',
    '`${x}`',
    '\\',
    '\\\\\'"',
    'a\nb\r\u2028\u2029',
    "'; process.exit(); //",
    '*/',
    '</script>',
    '\0\u001b',
    '😀\ud800',
  ];
  for (const quote of ["'", '"'] as const)
    it(`have the value of the text between ${quote}, whatever it contains`, () => {
      for (const text of texts) {
        equal(evaluated(literalOf(text, quote)), text);
        equal(literalOf(text, quote).includes('\n'), false);
      }
    });

  it('have the value of JSON, without setting a prototype', () => {
    const value = JSON.parse('{"__proto__": {"polluted": true}, "a-b": [1, -2, null, {"c": "\'"}], "constructor": 1}');
    const result = evaluated(literalOf(value, "'")) as object;
    deepEqual(JSON.stringify(result), JSON.stringify(value));
    equal('polluted' in result, false);
  });

  it('have identifiers that the file does not contain', () => {
    equal(openConstants('$constant0 $constant$').add({ value: 1 }), '$constant$$0');
  });
});

describe('results of calls', () => {
  const none = { hasFallback: false, isBoolean: false };
  const blue = { enabled: true, variant: 'blue', payload: { type: 'json', value: '{"size":1}' } };

  it('are the winner, by the method', () => {
    deepEqual(resultOf('isEnabled', { enabled: true }, none), { value: true });
    for (const method of ['isOff', 'isDisabled']) deepEqual(resultOf(method, { enabled: true }, none), { value: false });
    deepEqual(resultOf('variation', { enabled: false }, { ...none, isBoolean: true }), { value: false });
    deepEqual(resultOf('getObjectValue', blue, none), { value: { size: 1 } });
  });

  it('are unknown if the winner does not decide them', () => {
    const methods = ['getStringValue', 'getNumberValue', 'getBooleanDetails', 'variation'];
    deepEqual(
      methods.map((method) => 'reason' in resultOf(method, blue, none)),
      [true, true, true, true],
    );
    equal('reason' in resultOf('getVariant', { enabled: true }, { ...none, hasFallback: true }), true);
    equal('reason' in resultOf('getObjectValue', { enabled: true, payload: { type: 'json', value: '{' } }, none), true);
  });

  it('name a variant with any characters', () => {
    deepEqual(parseWinner("variant=it's\n"), { enabled: true, variant: "it's\n" });
  });
});

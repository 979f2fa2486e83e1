import { equal, ok } from 'node:assert/strict';
import { snippets } from './snippets.ts';

const values = { origin: 'https://flags.example', secret: 'default:development.5ec7e7', feature: 'new-checkout' };
const hostile = `x"'; alert(1)\n//*/`;

describe('the snippet', () => {
  for (const { id, code } of snippets) {
    it(`contains address, token and feature for ${id}`, () => {
      const text = code({ ...values, variants: [] });
      for (const part of [values.origin, values.secret, ...(id === 'curl' ? [] : [values.feature])]) ok(text.includes(part), part);
      equal(text.includes('ariant'), false);
    });

    if (id !== 'curl') {
      it(`contains the variants for ${id}`, () => {
        const text = code({ ...values, variants: ['one-page', 'three-pages'] });
        for (const part of ['ariant', 'one-page', 'three-pages', 'disabled']) ok(text.includes(part), part);
      });
    }
  }

  it('quotes a variant in languages with literal types', () => {
    for (const { id, code } of snippets.filter((each) => ['node', 'browser', 'react'].includes(each.id))) {
      const text = code({ ...values, variants: [hostile] });
      equal(text.split('alert').length, text.split(JSON.stringify(hostile)).length, id);
    }
  });

  it('keeps the name of a feature inside its string, whatever characters it has', () => {
    const feature = "a'.at(alert()).at('~!*";
    for (const { id, code } of snippets.filter((each) => ['node', 'browser', 'react'].includes(each.id))) {
      const text = code({ ...values, feature, variants: ['one'] });
      equal(/'[^'\n]*(?<!\\)'\.at/.test(text), false, id);
      ok(text.includes(String.raw`a\'.at(alert()).at(\'~!*`), id);
    }
  });

  it('keeps a variant inside its comment in languages without literal types', () => {
    for (const { id, code } of snippets.filter((each) => ['python', 'java', 'go', 'dotnet'].includes(each.id))) {
      const lines = code({ ...values, variants: [hostile] }).split('\n');
      ok(
        lines.filter((line) => line.includes('alert')).every((line) => /^\s*(?:\/\/|#)/.test(line)),
        id,
      );
    }
  });
});

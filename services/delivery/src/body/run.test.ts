import { deepEqual, ok } from 'node:assert/strict';
import { type Form, runsOf } from './run.ts';

const form: Form = { name: 'x', write: String };
const elements = Array.from({ length: 5000 }, (_, index) => ({ name: `area-${index % 10}.feature-${index}` }));
const split = (list: readonly { name: string }[]) => runsOf(form, list, ({ name }) => name);
const namesOf = (list: readonly { name: string }[]) =>
  split(list).map((run) => run.elements.map((element) => (element as { name: string }).name).join());

describe('runs', () => {
  it('hold all elements in their order, each with those before it', () => {
    const runs = split(elements);
    deepEqual(
      runs.flatMap((run) => run.elements),
      elements,
    );
    deepEqual(
      runs.map(({ before }) => before),
      [[], ...runs.slice(0, -1).map((run) => run.elements)],
    );
  });

  it('are of a few dozen elements, and never of many', () => {
    const lengths = split(elements).map((run) => run.elements.length);
    ok(lengths.length > 50 && lengths.length < 120, String(lengths.length));
    ok(Math.max(...lengths) <= 128);
  });

  it('stay as they are but for two or three when an element is added or taken away', () => {
    const before = new Set(namesOf(elements));
    for (const index of [0, 1234, 4999]) {
      ok(namesOf(elements.toSpliced(index, 1)).filter((names) => !before.has(names)).length <= 3);
      ok(namesOf(elements.toSpliced(index, 0, { name: 'another' })).filter((names) => !before.has(names)).length <= 3);
    }
  });

  it('are none where there are no elements', () => {
    deepEqual(split([]), []);
  });
});

import { deepEqual, ok } from 'node:assert/strict';
import { type ElementFormat, runsOf } from './run.ts';

const format: ElementFormat = { name: 'x', write: String };
const elements = Array.from({ length: 5000 }, (_, index) => ({ name: `area-${index % 10}.feature-${index}` }));
const split = (list: readonly { name: string }[]) => runsOf(format, list, ({ name }) => name);
const namesOf = (list: readonly { name: string }[]) =>
  split(list).map((run) => run.elements.map((element) => (element as { name: string }).name).join());

describe('the runs of a list', () => {
  it('contain all elements in order, each with the run before it', () => {
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

  it('have a few dozen elements, and at most 128', () => {
    const lengths = split(elements).map((run) => run.elements.length);
    ok(lengths.length > 50 && lengths.length < 120, String(lengths.length));
    ok(Math.max(...lengths) <= 128);
  });

  it('change in at most three places when an element is added or removed', () => {
    const before = new Set(namesOf(elements));
    for (const index of [0, 1234, 4999]) {
      ok(namesOf(elements.toSpliced(index, 1)).filter((names) => !before.has(names)).length <= 3);
      ok(namesOf(elements.toSpliced(index, 0, { name: 'another' })).filter((names) => !before.has(names)).length <= 3);
    }
  });

  it('are empty for an empty list', () => {
    deepEqual(split([]), []);
  });
});

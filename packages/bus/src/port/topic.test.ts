import { equal } from 'node:assert/strict';
import { matchesTopic } from './topic.ts';

describe('the topic pattern', () => {
  const cases: readonly (readonly [pattern: string, key: string, matches: boolean])[] = [
    ['a.b', 'a.b', true],
    ['a.b', 'a.c', false],
    ['a.b', 'a.b.c', false],
    ['*', 'a', true],
    ['*', '', false],
    ['*.b', 'a.b', true],
    ['a.*', 'a', false],
    ['#', '', true],
    ['#', 'a.b.c', true],
    ['#.c', 'a.b.c', true],
    ['#.c', 'c', true],
    ['a.#', 'a', true],
    ['#.b.#', 'a.b.c', true],
    ['#.b.#', 'a.c', false],
    ['a.#.*', 'a', false],
    ['a.+', 'a.b', false],
    ['a.b', 'axb', false],
  ];
  for (const [pattern, key, matches] of cases) {
    it(`${pattern} ${matches ? 'matches' : 'does not match'} "${key}"`, () => equal(matchesTopic(pattern, key), matches));
  }
});

import { equal } from 'node:assert/strict';
import { projectIdOf } from './project-id.ts';

describe('the id of a new project', () => {
  const cases: readonly (readonly [name: string, id: string])[] = [
    ['Web shop', 'web-shop'],
    ['  Übersee & Co. ', 'ubersee-co'],
    ['<img src=x>', 'img-src-x'],
    ['日本', ''],
    ['x'.repeat(200), 'x'.repeat(100)],
  ];
  for (const [name, id] of cases) it(`is derived from ${name.slice(0, 20)}`, () => equal(projectIdOf(name), id));
});

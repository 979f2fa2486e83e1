import { isTest, locationOf, type Rule } from './source.ts';

/** Services declare tables only in `src/tables`, with `table(...)`. Entities derive from these declarations. */
export const tablesAreDeclaredOnce: Rule = (files) =>
  files
    .filter((file) => !isTest(file) && file.path.startsWith('services/'))
    .flatMap((file) => {
      const isTables = /^services\/[^/]+\/src\/tables\//.test(file.path);
      const declares = isTables ? /\bdefineEntity\(/g : /\bdefineEntity\(|\b(?:table|tableWith<\w+>\(\))\('/g;
      return [...file.text.matchAll(declares)].map(({ index }) => `${locationOf(file, index)} declare the table in src/tables`);
    });

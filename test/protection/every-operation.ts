import { operations } from '../fuzz/api/document.ts';
import type { Trial } from './attempt.ts';
import type { Ways } from './way.ts';

/** Every operation of the API document that writes, as in `POST /api/admin/projects`. Its test demands all routes of all services. */
export const writing: readonly string[] = operations
  .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  .map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);

/** Operations without a way, and ways without an operation. */
export const withoutMatch = (ways: Ways, all: readonly string[] = writing): string[] => [
  ...all.filter((operation) => !(operation in ways)).map((operation) => `${operation} has no way`),
  ...Object.keys(ways)
    .filter((operation) => !all.includes(operation))
    .map((operation) => `${operation} does not exist`),
];

export const trialsOf = (ways: Ways): Trial[] =>
  Object.entries(ways).flatMap(([operation, given]) => [given].flat().map((way) => ({ operation, way })));

import { deepEqual } from 'node:assert/strict';

const constraints = (at: string) => ({
  [`${at}.contextName`]: 'string',
  [`${at}.operator`]: 'string',
  [`${at}.value`]: 'string',
  [`${at}.values[]`]: 'string',
  [`${at}.inverted`]: 'boolean',
  [`${at}.caseInsensitive`]: 'boolean',
});

const variants = (at: string) => ({
  [`${at}.name`]: 'string',
  [`${at}.weight`]: 'integer',
  [`${at}.weightType`]: 'string',
  [`${at}.stickiness`]: 'string',
  [`${at}.payload.type`]: 'string',
  [`${at}.payload.value`]: 'string',
});

/** Types that a strict proxy expects at each path (reference, evaluation §7). `[]` stands for every element, `*` for every name. */
const types: Readonly<Record<string, string>> = {
  version: 'integer',
  'features[].name': 'string',
  'features[].type': 'string',
  'features[].description': 'string or null',
  'features[].enabled': 'boolean',
  'features[].stale': 'boolean',
  'features[].impressionData': 'boolean',
  'features[].project': 'string',
  'features[].strategies[].name': 'string',
  'features[].strategies[].parameters.*': 'string',
  'features[].strategies[].segments[]': 'integer',
  ...constraints('features[].strategies[].constraints[]'),
  ...variants('features[].strategies[].variants[]'),
  ...variants('features[].variants[]'),
  'features[].variants[].overrides[].contextName': 'string',
  'features[].variants[].overrides[].values[]': 'string',
  'features[].dependencies[].feature': 'string',
  'features[].dependencies[].enabled': 'boolean',
  'features[].dependencies[].variants[]': 'string',
  'segments[].id': 'integer',
  'segments[].name': 'string',
  ...constraints('segments[].constraints[]'),
  'query.environment': 'string',
  'query.inlineSegmentConstraints': 'boolean',
  'query.project[]': 'string',
  'meta.etag': 'string',
  'meta.revisionId': 'integer',
  'meta.queryHash': 'string',
};

/** Asserts that every value has the type that Edge expects, and that each of the types above occurs. */
export function assertTyping(answer: unknown): void {
  const found = leaves(answer, '').map(([path, value]) => [path, typeOf(value)] as const);
  deepEqual(
    found.filter(([path, type]) => !types[path]?.split(' or ').includes(type)),
    [],
  );
  const seen = new Set(found.map(([path]) => path));
  deepEqual(
    Object.keys(types).filter((path) => !seen.has(path)),
    [],
  );
}

function leaves(value: unknown, path: string): (readonly [path: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => {
    const step = Array.isArray(value) ? '[]' : path.endsWith('.parameters') ? '.*' : `.${name}`;
    return leaves(inner, (path + step).replace(/^\./, ''));
  });
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value);

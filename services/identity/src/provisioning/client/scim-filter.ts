import { type Filter as Expression, filter as matcherOf, parse } from 'scim2-parse-filter';
import { type Attribute, attributeIn, scimRefusal, withoutUrn } from './scim-attributes.ts';

/** A parsed filter (RFC 7644 §3.4.2.2). Names ignore case, and so do values, except `externalId` (RFC 7643 §3.1). */
export interface ScimFilter {
  matches(resource: object): boolean;
  /** Conditions that every match fulfills: lower-case attributes with the value that they equal. */
  readonly required: readonly (readonly [attribute: string, value: string])[];
}

/** Throws 400 for a filter that cannot be parsed, or that names an unknown attribute. */
export function readScimFilter(attribute: Attribute, text: string): ScimFilter {
  const expression = folded(attribute, parsed(text));
  const matches = matcherOf(expression);
  return { matches: (resource) => matches(foldedValue(resource)), required: requiredBy(expression) };
}

function parsed(text: string): Expression {
  try {
    return parse(text);
  } catch (cause) {
    throw scimRefusal('invalidFilter', `The filter cannot be parsed: ${(cause as Error).message}`);
  }
}

/** The expression with the names in lower case. Throws 400 for unknown names. */
function folded(attribute: Attribute, expression: Expression): Expression {
  switch (expression.op) {
    case 'and':
    case 'or':
      return { ...expression, filters: expression.filters.map((each) => folded(attribute, each)) };
    case 'not':
      return { ...expression, filter: folded(attribute, expression.filter) };
    case '[]': {
      const [attrPath, { items = {} }] = pathIn(attribute, expression.attrPath);
      return { ...expression, attrPath, valFilter: folded(items, expression.valFilter) };
    }
    case 'pr':
      return { ...expression, attrPath: pathIn(attribute, expression.attrPath)[0] };
    case 'eq':
    case 'ne':
    case 'co':
    case 'sw':
    case 'ew':
    case 'gt':
    case 'lt':
    case 'ge':
    case 'le': {
      const [path, { items }] = pathIn(attribute, expression.attrPath);
      const attrPath = items ? `${path}.value` : path;
      return {
        ...expression,
        attrPath,
        compValue: attrPath === exact ? expression.compValue : (foldedValue(expression.compValue) as string),
      };
    }
    default:
      throw scimRefusal('invalidFilter', 'The filter has an unknown operator.');
  }
}

function pathIn(attribute: Attribute, path: string): [path: string, attribute: Attribute] {
  const [name = '', sub, ...deeper] = withoutUrn(path).split('.');
  const [own, found = {}] = attributeIn(attribute, name) ?? [];
  const [ownSub, foundSub = {}] = sub === undefined ? [] : (attributeIn(found.items ?? found, sub) ?? []);
  if (own === undefined || (sub !== undefined && ownSub === undefined) || deeper.length > 0)
    throw scimRefusal('invalidFilter', `The filter has the unknown attribute ${path}.`);
  const names = [own, ...(ownSub === undefined ? [] : [ownSub])];
  return [names.join('.').toLowerCase(), ownSub === undefined ? found : foundSub];
}

/** The only attribute whose values are compared exactly. */
const exact = 'externalid';

/** The value in lower case, with booleans as text, as some clients send them. Empty lists are absent (RFC 7643 §2.5). */
function foldedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(foldedValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, name.toLowerCase() === exact ? inner : foldedValue(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined && inner !== null));
}

function requiredBy(expression: Expression): ScimFilter['required'] {
  if (expression.op === 'and') return expression.filters.flatMap(requiredBy);
  return expression.op === 'eq' && typeof expression.compValue === 'string' ? [[expression.attrPath, expression.compValue]] : [];
}

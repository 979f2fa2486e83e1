import type { validator } from '@signalbox/contracts';
import { invalid } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import {
  type Attribute,
  attributeIn,
  type Attributes,
  canonical,
  isComplex,
  scimRefusal,
  refuseTwice,
  withoutUrn,
} from './scim-attributes.ts';
import { readScimFilter } from './scim-filter.ts';

/** Operations on a resource (RFC 7644 §3.5.2). */
export const ScimPatch = Type.Object({
  schemas: Type.Optional(Type.Array(Type.String())),
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 10 }),
      path: Type.Optional(Type.String({ maxLength: 1000 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});
export type ScimPatch = Static<typeof ScimPatch>;
type Operation = ScimPatch['Operations'][number];

/** A kind of resource: the attributes that clients can change, and those of RFC 7643 §4 that have no effect here. */
export interface ScimResource {
  readonly attributes: Attribute;
  readonly ignored: readonly string[];
  readonly check: Pick<ReturnType<typeof validator>, 'problemsOf'>;
}

/** Applies the operations to the resource. Throws 400 for invalid operations, for unknown attributes, and for an invalid result. */
export function applyPatch(kind: ScimResource, resource: object, { Operations }: ScimPatch): Attributes {
  const patched = { ...resource };
  for (const operation of Operations) apply(kind, patched, operation);
  const problems = kind.check.problemsOf(patched);
  if (problems.length > 0) throw invalid(problems);
  return patched;
}

/** Attributes that only the server sets. Some clients repeat them in values without a path. */
const fixed = ['id', 'meta', 'schemas', 'groups'];

function apply(kind: ScimResource, resource: Attributes, { op: given, path, value }: Operation): void {
  const op = given.toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove') throw scimRefusal('invalidSyntax', `There is no operation ${given}.`);
  if (!path) return applyEach(kind, resource, { op, value });
  const target = targetIn(kind, path);
  if (target === null) return;
  const { name, attribute, sub } = target;
  if (op === 'remove') resource[name] = removed(target, resource[name], value);
  else if (value === undefined) throw scimRefusal('invalidValue', `The operation on ${path} requires a value.`);
  else if (attribute.properties && sub === undefined && isComplex(value)) {
    refuseTwice(value);
    for (const [inner, each] of Object.entries(value)) apply(kind, resource, { op, path: `${name}.${inner}`, value: each });
  } else resource[name] = written(target, resource[name], op, value);
  if (resource[name] === undefined) delete resource[name];
}

/** An operation without a path: its value names the attributes, or is under the URN of the schema. */
function applyEach(kind: ScimResource, resource: Attributes, { op, value }: Operation): void {
  if (op === 'remove') throw scimRefusal('noTarget', 'The operation remove requires a path.');
  if (!isComplex(value)) throw scimRefusal('invalidValue', 'An operation without a path requires an object as its value.');
  refuseTwice(value);
  for (const [name, inner] of Object.entries(value)) {
    const path = withoutUrn(name);
    if (!fixed.includes(path.toLowerCase())) apply(kind, resource, { op, ...(path && { path }), value: inner });
  }
}

type Element = Attributes;

/** The place that a path names: an attribute, or a part of it. */
interface Target {
  readonly path: string;
  readonly name: string;
  readonly attribute: Attribute;
  /** Selects elements of a multi-valued attribute. */
  readonly filter: ReturnType<typeof readScimFilter> | null;
  readonly sub: string | undefined;
}

const pathSyntax = /^([\w$-]+)(?:\[(.+)\])?(?:\.([\w$-]+))?$/s;
const enterprise = /^urn:ietf:params:scim:schemas:extension:enterprise:2\.0:User(?::|$)/i;

/** Returns null for an attribute that has no effect here. Throws 400 for an unknown one. */
function targetIn({ attributes, ignored }: ScimResource, path: string): Target | null {
  if (enterprise.test(path)) return null;
  const [, name = '', condition, part] = pathSyntax.exec(withoutUrn(path)) ?? [];
  if (fixed.includes(name.toLowerCase())) throw scimRefusal('mutability', `${name} cannot be changed.`);
  if (ignored.some((each) => each.toLowerCase() === name.toLowerCase())) return null;
  const [own, attribute] = attributeIn(attributes, name) ?? [];
  const parts = attribute?.items ?? attribute ?? {};
  const sub = part === undefined ? undefined : attributeIn(parts, part)?.[0];
  if (own === undefined || !attribute || (part !== undefined && sub === undefined) || (condition !== undefined && !attribute.items))
    throw scimRefusal('invalidPath', `There is no attribute ${path}.`);
  return { path, name: own, attribute, sub, filter: condition === undefined ? null : readScimFilter(parts, condition) };
}

function written(target: Target, current: unknown, op: 'add' | 'replace', value: unknown): unknown {
  const { attribute, filter, sub } = target;
  if (!attribute.items) {
    if (sub === undefined) return canonical(attribute, value);
    return { ...(current as Element | null | undefined), ...partOf(attribute, sub, value) };
  }
  const elements = (current ?? []) as Element[];
  if (filter || sub !== undefined) return changedElements(target, elements, op, value);
  const given = canonical(attribute, [value ?? []].flat()) as Element[];
  return op === 'replace' ? given : withOnePrimary(...union(elements, given));
}

const partOf = ({ properties = {} }: Attribute, sub: string, value: unknown): Element => ({
  [sub]: canonical(properties[sub] ?? {}, value),
});

/** Changes the selected elements. Creates `emails[type eq "work"]` when its value is set, as Microsoft's client requires. */
function changedElements(target: Target, elements: readonly Element[], op: string, value: unknown): Element[] {
  const { attribute, filter, sub } = target;
  const items = attribute.items ?? {};
  const isChosen = (element: Element) => filter?.matches(element) ?? true;
  const change = sub === undefined ? canonical(items, value) : partOf(items, sub, value);
  if (!isComplex(change)) throw scimRefusal('invalidValue', `${target.path} requires an object as its value.`);
  const changed = new Map(elements.filter(isChosen).map((element) => [element, { ...element, ...change }]));
  if (changed.size > 0)
    return withOnePrimary(
      elements.map((element) => changed.get(element) ?? element),
      new Set(changed.values()),
    );
  const required = filter?.required ?? [];
  const isCreated = (sub === undefined ? op === 'add' : sub === 'value') && !required.some(([name]) => name === 'value');
  if (!isCreated || (filter && required.length === 0)) throw scimRefusal('noTarget', `Nothing matches ${target.path}.`);
  const created = { ...(canonical(items, Object.fromEntries(required)) as Element), ...change };
  return withOnePrimary([...elements, created], new Set([created]));
}

const keyOf = ({ type, value }: Element): string => JSON.stringify([type ?? null, value]).toLowerCase();

/** The elements with the given ones, without duplicates, and the new or changed elements. */
function union(elements: readonly Element[], given: readonly Element[]): [Element[], ReadonlySet<Element>] {
  const added = new Map(given.map((element) => [keyOf(element), element]));
  const known = new Set(elements.map(keyOf));
  const merged = elements.map((element) => ({ ...element, ...added.get(keyOf(element)) }));
  const isNew = (element: Element) => !known.has(keyOf(element));
  return [
    [...merged, ...[...added.values()].filter(isNew)],
    new Set([...merged.filter((element) => added.has(keyOf(element))), ...[...added.values()].filter(isNew)]),
  ];
}

/** A new primary value makes the others secondary (RFC 7644 §3.5.2). */
function withOnePrimary(elements: Element[], changed: ReadonlySet<Element>): Element[] {
  const primary = [...changed].findLast((element) => element['primary'] === true);
  if (!primary) return elements;
  return elements.map((element) => (element !== primary && element['primary'] === true ? { ...element, primary: false } : element));
}

/** Removal by value compares only `value`: clients send elements without, or with other, additional attributes. */
function removed({ path, name, attribute, filter, sub }: Target, current: unknown, value: unknown): unknown {
  if (attribute.type === 'boolean') throw scimRefusal('invalidValue', `${name} cannot be removed, only replaced.`);
  const without = (element: Element) => Object.fromEntries(Object.entries(element).filter(([own]) => own !== sub));
  if (!attribute.items) return sub === undefined ? undefined : without((current ?? {}) as Element);
  const elements = (current ?? []) as Element[];
  const isChosen = (element: Element) => filter?.matches(element) ?? true;
  if (sub !== undefined) return elements.map((element) => (isChosen(element) ? without(element) : element));
  if (filter || value === undefined || value === null) return elements.filter((element) => !isChosen(element));
  const unwanted = new Set((canonical(attribute, [value].flat()) as unknown[]).map((each) => valueOf(path, each)));
  return elements.filter((element) => !unwanted.has(valueOf(path, element)));
}

function valueOf(path: string, element: unknown): string {
  const value = isComplex(element) ? element['value'] : element;
  if (typeof value === 'string' || typeof value === 'number') return String(value).toLowerCase();
  throw scimRefusal('invalidValue', `Each element to remove from ${path} requires a value.`);
}

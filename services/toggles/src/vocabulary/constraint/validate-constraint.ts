import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { Constraint, readsOneValue } from '@signalbox/contracts';
import { listIn } from '@signalbox/engine';
import { empty, type EntityManager, changesNothing, route, type Settings, yieldToOthers } from '@signalbox/kit';
import { ContextField } from '../context-field/context-field.ts';
import { badValue, failureAt, type Pointer, under } from '../../base/input/bad-value.ts';
import { listedNetworks, refuseTooMany } from '../../base/setting/limits.ts';
import { mayBeUndeclared, undeclaredWarning, warned } from '../context-field/undeclared.ts';
import { operatorRules } from './operator-rules.ts';
import { holdsPattern, refuseHeavyPatterns } from './pattern-problem.ts';

export const validateConstraintRoute = route(
  {
    method: 'post',
    path: '/api/admin/constraints/validate',
    summary: 'Validate a constraint',
    permission: 'authenticated',
    body: Constraint,
    answers: { 204: empty },
    headers: undeclaredWarning,
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ body }, { em, settings }) => {
    const rules = { settings, fields: await fieldsOf(em, [body]) };
    refuseBadConstraint(rules, body, { path: '' });
    return warned(em, undefined, [body]);
  },
);

/** The world in which constraints must be valid. */
interface Rules {
  readonly settings: Settings;
  /** The fields that the constraints name. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Constraints that the object has already. They stay valid when their legal values are removed. */
  readonly stored?: readonly Constraint[] | undefined;
  /** The lists that exist. Absent: constraints must name none, because only segments have lists. */
  readonly lists?: ReadonlySet<string>;
}

/**
 * Returns the constraints as they are stored, always with `values`. Throws 404 for a context field that must exist and does
 * not, and 400 for a value that the operator cannot compare with or the field does not allow. Both failures name the pointer.
 * Yields to other work after compiling patterns.
 */
export async function normaliseConstraints(rules: Rules, constraints: readonly Constraint[], pointer: Pointer): Promise<Constraint[]> {
  refuseHeavyPatterns(constraints, pointer);
  const normalised = constraints.map((constraint, index) => {
    refuseBadConstraint(rules, constraint, under(pointer, index));
    return { ...constraint, values: constraint.values ?? [] };
  });
  if (constraints.some(holdsPattern)) await yieldToOthers();
  return normalised;
}

/** Each evaluated address is looked up among all networks of the list, and every evaluating process sorts the list. */
function refuseTooManyNetworks(settings: Settings, { operator, values = [] }: Constraint, pointer: Pointer): void {
  if (operator === 'IN_CIDR') refuseTooMany(settings, listedNetworks, values.length, under(pointer, 'values'));
}

type Field = Pick<ContextField, 'legalValues'>;

function refuseBadConstraint({ settings, fields, stored = [], lists }: Rules, constraint: Constraint, pointer: Pointer): void {
  const field = fields.get(constraint.contextName) ?? undeclaredField(settings, constraint, pointer);
  refuseTooManyNetworks(settings, constraint, pointer);
  const rule = operatorRules[constraint.operator];
  const isBound = rule.boundByLegalValues && field.legalValues.length > 0 && !stored.some((one) => comparesSame(one, constraint));
  const legal = isBound ? field.legalValues.map(({ value }) => value) : null;
  for (const { steps, text } of comparedTexts(constraint, pointer)) {
    const problem = rule.problemOf(text, constraint);
    if (problem !== null) throw badValue(under(pointer, ...steps), problem);
    if (legal && !legal.includes(text))
      throw badValue(under(pointer, ...steps), `must be one of the legal values of the context field: ${legal.join(', ')}; got ${text}`);
  }
  refuseUnknownList(lists, constraint, pointer);
}

function refuseUnknownList(lists: ReadonlySet<string> | undefined, constraint: Constraint, pointer: Pointer): void {
  const hash = listIn(constraint);
  if (hash === undefined) return;
  if (!lists) throw badValue(under(pointer, 'operator'), 'cannot be IN_LIST outside segments');
  if (!lists.has(hash))
    throw badValue(
      under(pointer, 'value'),
      `must be the hash of a list of this instance; got ${hash}. Upload the list first: POST /api/admin/segment-lists.`,
    );
}

/** True if both constraints compare the same field with the same values. */
const comparesSame = (one: Constraint, other: Constraint): boolean =>
  one.contextName === other.contextName &&
  one.operator === other.operator &&
  (readsOneValue(one.operator) ? one.value === other.value : isDeepStrictEqual(one.values, other.values));

/** SDKs evaluate any context that an application provides, so an undeclared field may have any value. */
function undeclaredField(settings: Settings, { contextName }: Constraint, pointer: Pointer): Field {
  if (mayBeUndeclared(settings, contextName)) return { legalValues: [] };
  const at = under(pointer, 'contextName');
  throw failureAt('NotFoundError', at, `must be an existing context field; got ${contextName}. Create the field first.`);
}

interface ComparedText {
  readonly steps: readonly (string | number)[];
  readonly text: string;
}

function comparedTexts({ operator, value, values = [] }: Constraint, pointer: Pointer): ComparedText[] {
  if (readsOneValue(operator)) {
    if (value === undefined || value === '') throw badValue(under(pointer, 'value'), `is required for ${operator}`);
    return [{ steps: ['value'], text: value }];
  }
  if (values.length === 0) throw badValue(under(pointer, 'values'), `must have at least one value for ${operator}`);
  return values.map((text, index) => ({ steps: ['values', index], text }));
}

/** The fields that the constraints name, by name. Callers look them up byte by byte, because a database may ignore trailing blanks. */
const fieldsOf = (em: EntityManager, constraints: readonly Constraint[]) => readFields(em, constraints, {});

/** Like `fieldsOf`, and locks the fields, so that none is deleted before the constraints are stored. */
export const lockFields = (em: EntityManager, constraints: readonly Constraint[]) =>
  readFields(em, constraints, { lockMode: LockMode.PESSIMISTIC_READ });

async function readFields(
  em: EntityManager,
  constraints: readonly Constraint[],
  lock: { readonly lockMode?: LockMode.PESSIMISTIC_READ },
): Promise<Map<string, ContextField>> {
  const names = [...new Set(constraints.map(({ contextName }) => contextName))];
  if (names.length === 0) return new Map();
  const fields = await em.find(ContextField, { name: { $in: names } }, { ...lock, orderBy: { name: 'asc' } });
  return new Map(fields.map((field) => [field.name, field]));
}

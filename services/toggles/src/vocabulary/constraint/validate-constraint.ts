import { Constraint } from '@signalbox/contracts';
import { empty, type EntityManager, onlyLooks, route } from '@signalbox/kit';
import { ContextField } from '../context-field/context-field.ts';
import { badValue, misplaced, type Spot, under } from '../../base/input/bad-value.ts';
import { operatorRules } from './operator-rules.ts';

export const validateConstraintRoute = route(
  {
    method: 'post',
    path: '/api/admin/constraints/validate',
    summary: 'Check a constraint without storing it',
    permission: 'authenticated',
    body: Constraint,
    answers: { 204: empty },
    failures: ['BadDataError', 'NotFoundError'],
    ...onlyLooks,
  },
  async ({ body }, { em }) => {
    const fields = await fieldsOf(em, [body]);
    refuseBadConstraint(body, fields.get(body.contextName), { path: '' });
  },
);

/**
 * The constraints as they are stored, `values` always there. 404 for a context field that does not exist, 400 for what
 * the operator cannot compare with or the field does not allow; both name the place under `spot`.
 */
export async function validateConstraints(em: EntityManager, constraints: readonly Constraint[], spot: Spot): Promise<Constraint[]> {
  return settleConstraints(await fieldsOf(em, constraints), constraints, spot);
}

/** As `validateConstraints`, given the fields that the constraints name. */
export function settleConstraints(fields: ReadonlyMap<string, Field>, constraints: readonly Constraint[], spot: Spot): Constraint[] {
  return constraints.map((constraint, index) => {
    refuseBadConstraint(constraint, fields.get(constraint.contextName), under(spot, index));
    return { ...constraint, values: constraint.values ?? [] };
  });
}

type Field = Pick<ContextField, 'legalValues'>;

/** The rules of one constraint, given the field that it names. */
function refuseBadConstraint(constraint: Constraint, field: Field | undefined, spot: Spot): asserts field {
  const { contextName, operator } = constraint;
  if (!field) {
    const where = under(spot, 'contextName');
    throw misplaced('NotFoundError', where, `must name a context field; there is no field ${contextName}. Create it first.`);
  }
  const rule = operatorRules[operator];
  const legal = rule.boundByLegalValues && field.legalValues.length > 0 ? field.legalValues.map(({ value }) => value) : null;
  for (const { steps, text } of comparedTexts(constraint, spot)) {
    if (!rule.accepts(text)) throw badValue(under(spot, ...steps), `must be ${rule.expected} for ${operator}; got ${JSON.stringify(text)}`);
    if (legal && !legal.includes(text))
      throw badValue(under(spot, ...steps), `must be one of the field's legal values: ${legal.join(', ')}; got ${text}`);
  }
}

interface ComparedText {
  readonly steps: readonly (string | number)[];
  readonly text: string;
}

function comparedTexts({ operator, value, values = [] }: Constraint, spot: Spot): ComparedText[] {
  if (operatorRules[operator].reads === 'value') {
    if (value === undefined || value === '') throw badValue(under(spot, 'value'), `is required for ${operator} and missing`);
    return [{ steps: ['value'], text: value }];
  }
  if (values.length === 0) throw badValue(under(spot, 'values'), `must hold at least one value for ${operator}`);
  return values.map((text, index) => ({ steps: ['values', index], text }));
}

/**
 * The fields that the constraints name, by name. Names are compared here, byte by byte, because a database may take a
 * trailing blank for none.
 */
export async function fieldsOf(em: EntityManager, constraints: readonly Constraint[]): Promise<Map<string, ContextField>> {
  const names = [...new Set(constraints.map(({ contextName }) => contextName))];
  if (names.length === 0) return new Map();
  const fields = await em.find(ContextField, { name: { $in: names } });
  return new Map(fields.map((field) => [field.name, field]));
}

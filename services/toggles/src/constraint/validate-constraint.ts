import { Constraint, Failure } from '@signalbox/contracts';
import { empty, type EntityManager, route } from '@signalbox/kit';
import { ContextField } from '../context-field/context-field.ts';
import { badValue } from './bad-value.ts';
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
    events: { none: 'because nothing is stored' },
    transaction: { none: 'because it only reads' },
  },
  async ({ body }, { em }) => {
    const fields = await fieldsOf(em, [body]);
    refuseBadConstraint(body, fields.get(body.contextName), '');
  },
);

/**
 * The constraints as they are stored, `values` always there. 404 for a context field that does not exist, 400 for what
 * the operator cannot compare with or the field does not allow; both name the place under `path`.
 */
export async function validateConstraints(
  em: EntityManager,
  constraints: readonly Constraint[],
  path = 'constraints',
): Promise<Constraint[]> {
  const fields = await fieldsOf(em, constraints);
  return constraints.map((constraint, index) => {
    refuseBadConstraint(constraint, fields.get(constraint.contextName), `${path}/${index}/`);
    return { ...constraint, values: constraint.values ?? [] };
  });
}

/** The rules of one constraint, given the field that it names. `prefix` is empty or ends in a slash. */
export function refuseBadConstraint(
  constraint: Constraint,
  field: Pick<ContextField, 'legalValues'> | undefined,
  prefix: string,
): asserts field {
  if (!field) throw unknownField(constraint.contextName, prefix);
  const rule = operatorRules[constraint.operator];
  const legal = rule.boundByLegalValues && field.legalValues.length > 0 ? field.legalValues.map(({ value }) => value) : null;
  for (const { path, text } of comparedTexts(constraint, prefix)) {
    if (!rule.accepts(text)) throw badValue(path, `must be ${rule.expected} for ${constraint.operator}; got ${JSON.stringify(text)}`);
    if (legal && !legal.includes(text)) throw badValue(path, `must be one of the field's legal values: ${legal.join(', ')}; got ${text}`);
  }
}

interface ComparedText {
  readonly path: string;
  readonly text: string;
}

function comparedTexts({ operator, value, values = [] }: Constraint, prefix: string): ComparedText[] {
  if (operatorRules[operator].reads === 'value') {
    if (value === undefined || value === '') throw badValue(`${prefix}value`, `is required for ${operator} and missing`);
    return [{ path: `${prefix}value`, text: value }];
  }
  if (values.length === 0) throw badValue(`${prefix}values`, `must hold at least one value for ${operator}`);
  return values.map((text, index) => ({ path: `${prefix}values/${index}`, text }));
}

/** Names are compared here, byte by byte, because a database may take a trailing blank for none. */
async function fieldsOf(em: EntityManager, constraints: readonly Constraint[]): Promise<Map<string, ContextField>> {
  const names = [...new Set(constraints.map(({ contextName }) => contextName))];
  if (names.length === 0) return new Map();
  const fields = await em.find(ContextField, { name: { $in: names } });
  return new Map(fields.map((field) => [field.name, field]));
}

function unknownField(name: string, prefix: string): Failure {
  const message = `${prefix}contextName must name a context field; there is no field ${name}. Create it first.`;
  return new Failure('NotFoundError', message, { details: [{ path: `${prefix}contextName`, message, description: message }] });
}

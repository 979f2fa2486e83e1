import { Type, type Static, type TSchema, type TSchemaOptions } from 'typebox';

// Shapes that several services and several nouns share (specification, "Resources and their fields").

/**
 * `schema` or null. It widens `type` in place of an `anyOf`, because a validator that coerces would turn the empty
 * string and zero into null in an `anyOf`'s second branch. Throws for a schema that has no type to widen.
 */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as { type?: string | string[]; enum?: unknown[] };
  if ('const' in rest || (!values && type === undefined)) throw new TypeError('only a schema with types or an enum can be widened to null');
  const widened = values ? { ...rest, enum: [...values, null] } : { ...rest, type: [type, 'null'].flat() };
  return Type.Unsafe<Static<T> | null>(widened);
}

const anyName = Type.String({ pattern: '^[\\s\\S]*$' });

/** An object with values of one kind under any names: also under those with line breaks, which `Type.Record` passes over. */
export const mapOf = <T extends TSchema>(value: T, options: TSchemaOptions = {}) => Type.Record(anyName, value, options);

/** How many there are. */
export const Total = Type.Object({ total: Type.Integer() });

/** RFC 3339; what the product writes is UTC with milliseconds. */
export const DateTime = Type.String({ format: 'date-time' });
/** `encodeURIComponent(name) === name`, 1 to 100 characters, neither `.` nor `..`. */
export const UrlFriendlyName = Type.String({ minLength: 1, maxLength: 100, pattern: "^(?!\\.{1,2}$)[A-Za-z0-9\\-_.!~*'()]+$" });
/** Environment names also allow `~`, `_`, `.` and `-`, at most 100 characters. */
export const EnvironmentName = Type.String({ minLength: 1, maxLength: 100, pattern: '^(?!\\.{1,2}$)[a-zA-Z0-9~_.-]+$' });

/** Who may know of a project and work in it (reference, toggle side §14). */
export const ProjectMode = Type.Enum(['open', 'protected', 'private']);
export type ProjectMode = Static<typeof ProjectMode>;

/**
 * A context as people write it (specification, endpoint 10 "Context"). Texts may hold several values with commas between
 * them; further fields are of any type.
 */
export const EvaluatedContext = Type.Object({
  appName: Type.String({ minLength: 1 }),
  currentTime: Type.Optional(DateTime),
  environment: Type.Optional(Type.String()),
  properties: Type.Optional(mapOf(Type.String())),
  remoteAddress: Type.Optional(Type.String()),
  sessionId: Type.Optional(Type.String()),
  userId: Type.Optional(Type.String()),
});
export type EvaluatedContext = Static<typeof EvaluatedContext>;

/** A label on a feature: `type:value`. */
export const Tag = Type.Object(
  { value: Type.String({ minLength: 2, maxLength: 50 }), type: Type.String({ minLength: 2, maxLength: 50, default: 'simple' }) },
  { additionalProperties: false },
);
export type Tag = Static<typeof Tag>;

/** The operators of the specification, then those that current SDKs know beyond it. */
export const operators = [
  'NOT_IN',
  'IN',
  'STR_ENDS_WITH',
  'STR_STARTS_WITH',
  'STR_CONTAINS',
  'NUM_EQ',
  'NUM_GT',
  'NUM_GTE',
  'NUM_LT',
  'NUM_LTE',
  'DATE_AFTER',
  'DATE_BEFORE',
  'SEMVER_EQ',
  'SEMVER_GT',
  'SEMVER_LT',
  'SEMVER_GTE',
  'SEMVER_LTE',
  'REGEX',
  'IN_CIDR',
] as const;
/** One of `operators`. */
export const Operator = Type.Enum([...operators]);
export type Operator = Static<typeof Operator>;

/** One condition on the context. Which of `values` and `value` counts depends on the operator. */
export const Constraint = Type.Object(
  {
    contextName: Type.String({ minLength: 1 }),
    operator: Operator,
    caseInsensitive: Type.Optional(Type.Boolean()),
    inverted: Type.Optional(Type.Boolean()),
    values: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }))),
    value: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type Constraint = Static<typeof Constraint>;

/** What a variant hands to the application. */
export const Payload = Type.Object({
  type: Type.Enum(['json', 'csv', 'string', 'number']),
  value: Type.String(),
});
export type Payload = Static<typeof Payload>;

/** Weights are thousandths: 0 to 1000. */
const Weight = Type.Integer({ minimum: 0, maximum: 1000 });
/** A `fix` variant keeps its weight; `variable` ones share what is left of 1000. */
export const WeightType = Type.Enum(['variable', 'fix']);

/** A variant of one strategy. */
export const StrategyVariant = Type.Object({
  name: UrlFriendlyName,
  weight: Weight,
  weightType: WeightType,
  stickiness: Type.String(),
  payload: Type.Optional(Payload),
});
export type StrategyVariant = Static<typeof StrategyVariant>;

/** Gives a variant to listed values of a context field before any weight is looked at. */
export const Override = Type.Object({ contextName: Type.String({ minLength: 1 }), values: Type.Array(Type.String()) });

/** A variant of a feature in one environment. */
export const FeatureVariant = Type.Object(
  {
    name: UrlFriendlyName,
    weight: Weight,
    weightType: Type.Optional(WeightType),
    stickiness: Type.Optional(Type.String()),
    payload: Type.Optional(Payload),
    overrides: Type.Optional(Type.Array(Override)),
  },
  { additionalProperties: false },
);
export type FeatureVariant = Static<typeof FeatureVariant>;

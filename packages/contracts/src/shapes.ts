import { Type, type Static, type TSchema, type TSchemaOptions } from 'typebox';
import { operators } from './operators.ts';

// Schemas that several services and nouns share (specification, "Resources and their fields").

/**
 * Widens a schema to null. It extends `type` instead of using `anyOf`, because a coercing validator would turn the empty string and zero
 * into null in the second branch of an `anyOf`. Throws for a schema without a type or enum.
 */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as { type?: string | string[]; enum?: unknown[] };
  if ('const' in rest || (!values && type === undefined)) throw new TypeError('only a schema with types or an enum can be widened to null');
  const widened = values ? { ...rest, enum: [...values, null] } : { ...rest, type: [type, 'null'].flat() };
  return Type.Unsafe<Static<T> | null>(widened);
}

const anyName = Type.String({ pattern: '^[\\s\\S]*$' });

/** An object with values of one kind under any names, including names with line breaks, which `Type.Record` ignores. */
export const mapOf = <T extends TSchema>(value: T, options: TSchemaOptions = {}) => Type.Record(anyName, value, options);

/** Number of results. */
export const Total = Type.Object({ total: Type.Integer() });

/** The id of a stored object, which databases number with 31 bits. */
export const RowId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** RFC 3339, which does not limit the digits of seconds. The product itself writes UTC with milliseconds. */
export const DateTime = Type.String({ format: 'date-time', maxLength: 64 });
/** `encodeURIComponent(name) === name`, 1 to 100 characters, neither `.` nor `..`. */
export const UrlFriendlyName = Type.String({ minLength: 1, maxLength: 100, pattern: "^(?!\\.{1,2}$)[A-Za-z0-9\\-_.!~*'()]+$" });
/** A name of `~`, `_`, `.`, `-`, ASCII letters and digits, of at most 100 characters. */
export const EnvironmentName = Type.String({ minLength: 1, maxLength: 100, pattern: '^(?!\\.{1,2}$)[a-zA-Z0-9~_.-]+$' });

/** Visibility and access of a project (reference, toggle side §14). */
export const ProjectMode = Type.Enum(['open', 'protected', 'private']);
export type ProjectMode = Static<typeof ProjectMode>;

/**
 * A context as users write it (specification, endpoint 10 "Context"). A text may hold several values separated by commas. Further fields
 * may have any type.
 */
export const EvaluatedContext = Type.Object(
  {
    appName: Type.String({ minLength: 1 }),
    currentTime: Type.Optional(DateTime),
    environment: Type.Optional(Type.String()),
    properties: Type.Optional(mapOf(Type.String())),
    remoteAddress: Type.Optional(Type.String()),
    sessionId: Type.Optional(Type.String()),
    userId: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);
export type EvaluatedContext = Static<typeof EvaluatedContext>;

/** A label of a feature: `type:value`. */
export const Tag = Type.Object(
  { value: Type.String({ minLength: 2, maxLength: 50 }), type: Type.String({ minLength: 2, maxLength: 50, default: 'simple' }) },
  { additionalProperties: false },
);
export type Tag = Static<typeof Tag>;

/** One of `operators`. */
export const Operator = Type.Enum([...operators]);
export type Operator = Static<typeof Operator>;

/** A condition on the context. It uses `values` or `value`, depending on the operator. */
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

/** Value of a variant for the application. */
export const Payload = Type.Object({
  type: Type.Enum(['json', 'csv', 'string', 'number']),
  value: Type.String(),
});
export type Payload = Static<typeof Payload>;

/** Weight in thousandths: 0 to 1000. */
const Weight = Type.Integer({ minimum: 0, maximum: 1000 });
/** A `fix` variant keeps its weight; `variable` ones share the rest of 1000. */
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

/** Selects a variant for listed values of a context field, regardless of weights. */
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

import { nullable } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';

/** The context in a request, as texts. */
export interface GivenContext {
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  readonly properties: Readonly<Record<string, string>>;
}

const fields = ['appName', 'currentTime', 'environment', 'remoteAddress', 'sessionId', 'userId'] as const;
type Field = (typeof fields)[number];

const Parameter = Type.Optional(Type.Unsafe<string | string[]>({ type: ['string', 'array'], items: { type: 'string' } }));

/** A context as query parameters. Unknown names, also in the form `properties[name]`, are properties. The last of several values counts. */
export const ContextParameters = Type.Object(forEachField(Parameter));
type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

const Scalar = Type.Optional(Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }));

const Properties = Type.Unsafe<Readonly<Record<string, unknown>> | null>({ type: ['object', 'null'] });

/**
 * A context in a body. Numbers and booleans count as their text, and null as absent. Arrays and objects cannot be compared
 * and are ignored.
 */
export const ContextBody = Type.Object({
  context: Type.Optional(nullable(Type.Object({ ...forEachField(Scalar), targetingKey: Scalar, properties: Type.Optional(Properties) }))),
});

function forEachField<T>(schema: T): Record<Field, T> {
  return Object.fromEntries(fields.map((field) => [field, schema])) as Record<Field, T>;
}

const isField = (name: string): name is Field => (fields as readonly string[]).includes(name);

class Draft implements GivenContext {
  readonly fields: Partial<Record<Field, string>> = {};
  /** Without a prototype, so that no property name has a meaning. */
  readonly properties: Record<string, string> = Object.create(null) as Record<string, string>;

  put(name: string, value: string): void {
    if (isField(name)) this.fields[name] = value;
    else this.properties[name] = value;
  }
}

const property = /^properties\[(.+)\]$/;

export function contextInQuery(parameters: Parameters): GivenContext {
  const context = new Draft();
  for (const [name, given] of Object.entries(parameters)) {
    const value = typeof given === 'string' ? given : (given?.at(-1) ?? '');
    const [, inside] = property.exec(name) ?? [];
    if (inside === undefined) context.put(name, value);
    else context.properties[inside] = value;
  }
  return context;
}

/** The context in a body; empty without one. */
export function contextInBody({ context: given }: Static<typeof ContextBody>): GivenContext {
  const context = new Draft();
  const { properties, ...others } = given ?? {};
  putAll(properties ?? {}, (name, value) => (context.properties[name] = value));
  putAll(others, (name, value) => context.put(name, value));
  return context;
}

function putAll(values: Readonly<Record<string, unknown>>, put: (name: string, value: string) => void): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') put(name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') put(name, String(value));
  }
}

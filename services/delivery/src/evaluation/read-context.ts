import { Failure } from '@signalbox/contracts';

/** What a program says of the one it asks for, all of it text. */
export interface GivenContext {
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  readonly properties: Readonly<Record<string, string>>;
}

const fields = ['appName', 'currentTime', 'environment', 'remoteAddress', 'sessionId', 'userId'] as const;
type Field = (typeof fields)[number];

const isField = (name: string): name is Field => (fields as readonly string[]).includes(name);

class Draft implements GivenContext {
  readonly fields: Partial<Record<Field, string>> = {};
  /** Without a prototype, so that no name in it means anything. */
  readonly properties: Record<string, string> = Object.create(null) as Record<string, string>;

  put(name: string, value: string): void {
    if (isField(name)) this.fields[name] = value;
    else this.properties[name] = value;
  }
}

const property = /^properties\[(.+)\]$/;

/** The query of `GET /api/frontend`: parameters that are no fields are properties. Of several with one name the last counts. */
export function contextInQuery(search: string): GivenContext {
  const context = new Draft();
  for (const [name, value] of new URLSearchParams(search)) {
    const [, inside] = property.exec(name) ?? [];
    if (inside === undefined) context.put(name, value);
    else context.properties[inside] = value;
  }
  return context;
}

/**
 * The `context` of a body, empty without one. Numbers and booleans count as their text, null as absent; what has an inner
 * structure cannot be compared with anything and is left out, except where a field of the context must be.
 */
export function contextInBody(body: unknown): GivenContext {
  const given = body === undefined ? {} : objectAt('the body', body)['context'];
  const context = new Draft();
  if (given === undefined || given === null) return context;
  const { properties, ...others } = objectAt('context', given);
  if (properties !== undefined && properties !== null)
    putAll(objectAt('context/properties', properties), (name, value) => (context.properties[name] = value));
  for (const name of ['targetingKey', ...fields]) refuseStructure(name, others[name]);
  putAll(others, (name, value) => context.put(name, value));
  return context;
}

function putAll(values: Record<string, unknown>, put: (name: string, value: string) => void): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') put(name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') put(name, String(value));
  }
}

function objectAt(path: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw badContext(path, `${path} must be an object.`);
}

function refuseStructure(name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) throw badContext(`context/${name}`, `context/${name} must be text.`);
}

const badContext = (path: string, message: string) => new Failure('ValidationError', message, { path });

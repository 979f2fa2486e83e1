import { Failure } from '@signalbox/contracts';
import type { TSchema } from 'typebox';
import { scimBodies } from './provisioner.ts';

/** Schema of an attribute: a complex attribute has `properties`, a multi-valued one `items`. */
export type Attribute = TSchema & {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Attribute>>;
  readonly items?: Attribute;
};
export type Attributes = Record<string, unknown>;
type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget';

/** Creates a 400 with an error type (RFC 7644 §3.12). */
export const scimRefusal = (scimType: ScimType, message: string): Failure => new Failure('BadDataError', message, { extra: { scimType } });

export const isComplex = (value: unknown): value is Attributes => typeof value === 'object' && value !== null && !Array.isArray(value);

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group)(?::|$)/i;

/** The name without the URN of the core schemas, which clients may put before it (RFC 7644 §3.10). */
export const withoutUrn = (name: string): string => name.replace(coreSchema, '');

/** The declared attribute with this name, in any case (RFC 7643 §2.1). */
export function attributeIn({ properties = {} }: Attribute, name: string): readonly [name: string, attribute: Attribute] | undefined {
  const lowered = withoutUrn(name).toLowerCase();
  return Object.entries(properties).find(([own]) => own.toLowerCase() === lowered);
}

/** The value with the declared names. Undeclared attributes are dropped; some clients send booleans as text. */
export function canonical(attribute: Attribute, value: unknown): unknown {
  const { items, properties, type } = attribute;
  if (items && Array.isArray(value)) return value.map((element) => canonical(items, element));
  if (type === 'boolean' && typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  if (!properties || !isComplex(value)) return value;
  refuseTwice(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const [own, declared] = attributeIn(attribute, name) ?? [];
      return own !== undefined && declared ? [[own, canonical(declared, inner)]] : [];
    }),
  );
}

/** Throws 400 for an object with an attribute in two notations, whose order would decide. */
export function refuseTwice(value: Attributes): void {
  const names = Object.keys(value).map((name) => withoutUrn(name).toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw scimRefusal('invalidSyntax', `The attribute ${twice} occurs twice.`);
}

/** Declares the body of a SCIM request. */
export const scimBody = <Schema extends TSchema>(body: Schema) => ({
  body,
  bodyTypes: scimBodies,
  normalize: (sent: unknown) => canonical(body, sent),
});

import { Failure, validator } from '@signalbox/contracts';
import { Type } from 'typebox';
import type { ParameterDefinition, Parameters } from './provider.ts';

export const customHeaders: ParameterDefinition = {
  name: 'customHeaders',
  displayName: 'Further headers',
  description: 'Headers to send with each request: a JSON object of names and values.',
  placeholder: '{ "X-Team": "checkout" }',
  type: 'textfield',
  required: false,
  sensitive: true,
};

const isTexts = validator(Type.Record(Type.String(), Type.String()));
/** Allowed characters of names and values (RFC 9110, 5.5 and 5.6.2), in ASCII. */
const [headerName, headerValue] = [/^[\w!#$%&'*+.^`|~-]{1,200}$/, /^[\t\x20-\x7e]*$/];
/** Headers that belong to the connection or the signature. */
const reserved = /^(?:host|connection|keep-alive|upgrade|te|trailer|expect|transfer-encoding|content-length|content-encoding|webhook-.*)$/i;

/** The headers in the parameter `customHeaders`, with lower-case names. Throws unless it is an object of allowed headers. */
export function readCustomHeaders({ customHeaders: text }: Parameters): Record<string, string> {
  if (!text) return {};
  const parsed = parseJson(text);
  if (!isTexts(parsed)) throw refused('must be a JSON object of header names and text values');
  const wrong = Object.entries(parsed).find(([name, value]) => !headerName.test(name) || reserved.test(name) || !headerValue.test(value));
  if (wrong) throw refused(`contains the header ${JSON.stringify(wrong[0])}, whose name or value is not allowed`);
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Throws for a value that is not allowed in a header. */
export function checkHeaderValue(parameters: Parameters, name: string): void {
  const value = parameters[name];
  if (value !== undefined && !headerValue.test(value))
    throw new Failure('BadDataError', `${name} contains characters that are not allowed in a header.`, { path: `parameters/${name}` });
}

const refused = (problem: string): Failure =>
  new Failure('BadDataError', `customHeaders ${problem}.`, { path: 'parameters/customHeaders' });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

/** Checks responses against schemas of the OFREP document. */
export type OfrepCheck = (schema: 'bulkEvaluationSuccess' | 'evaluationSuccess', body: unknown) => void;

/** Reads the document. The check throws with the errors of an invalid response. */
export function readOfrepDocument(data: string): OfrepCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  // Its code default matches every value, and its float every integer, so no flag could match exactly one of them.
  const text = readFileSync(join(data, 'ofrep/openapi.yaml'), 'utf8')
    .replaceAll(/^( *(?:- )?)oneOf:$/gm, '$1anyOf:')
    // The conformance suite for providers requires this reason, which the document lacks.
    .replace('enum: [STATIC,', 'enum: [STATIC, DEFAULT,');
  ajv.addSchema(parse(text) as object, 'ofrep');
  return (schema, body) => {
    const validate = ajv.getSchema(`ofrep#/components/schemas/${schema}`);
    if (!validate) throw new Error(`The OFREP document has no schema ${schema}.`);
    if (!validate(body)) throw new Error(`OFREP: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`);
  };
}

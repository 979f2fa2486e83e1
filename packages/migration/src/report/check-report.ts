import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openApi } from '../call/api.ts';
import { readKeys, readSignature } from './report-signature.ts';

/** Checks the signature of a stored report. Returns whether it is valid, and a sentence for people. */
export async function checkReport(name: string, to: string, token: string): Promise<{ isValid: boolean; sentence: string }> {
  const sha256 = createHash('sha256')
    .update(await readFile(`${name}.json`))
    .digest('hex');
  const claims = readSignature(await readFile(`${name}.jws`, 'utf8'), await readKeys(openApi(to, token)));
  if (!claims) return { isValid: false, sentence: `No key of ${to} has signed ${name}.jws.` };
  if (claims.sha256 !== sha256)
    return { isValid: false, sentence: `${name}.json has changed: its SHA-256 is ${sha256}, but ${claims.sha256} was signed.` };
  return {
    isValid: true,
    sentence: `${to} signed ${name}.json at ${claims.createdAt} for ${claims.requestedBy}, with the key ${claims.kid}. It has not changed since.`,
  };
}

import { extname } from 'node:path';
import { Failure } from '@signalbox/contracts';
import type { Request } from 'express';
import { readYaml } from './read-yaml.ts';

/** Media types of a file, in addition to JSON. */
export const fileTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'multipart/form-data'];

/** Content of a request that may be a file. `defaults` fill missing properties. */
export async function readFile(http: Request, defaults: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (!Buffer.isBuffer(http.body)) return http.body as unknown;
  const read = await (http.is('multipart/form-data')
    ? readForm(http.body, http.get('content-type') ?? '')
    : readYaml(http.body.toString()));
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...defaults, ...read } : read;
}

async function readForm(body: Buffer, type: string): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null);
  if (!form) throw new Failure('BadRequestError', 'The form cannot be parsed.');
  const file = form.get('file');
  if (!(file instanceof File)) throw new Failure('ValidationError', 'file is required. Send a form with a file field of that name.');
  const text = await file.text();
  return ['.yaml', '.yml'].includes(extname(file.name).toLowerCase()) ? readYaml(text) : readJson(text);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Failure('ValidationError', `The file is not valid JSON: ${(error as Error).message}`, { path: '' });
  }
}

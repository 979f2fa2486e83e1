import { extname } from 'node:path';
import { Failure } from '@signalbox/contracts';
import { decodeText } from '@signalbox/contracts/decode-text';
import type { SentFile } from '@signalbox/kit';
import { readYaml } from './read-yaml.ts';

/** A state as a file: YAML, or the field `file` of a form, in JSON or YAML by its extension. */
export const stateFile = {
  types: ['application/yaml', 'application/x-yaml', 'text/yaml', 'multipart/form-data'],
  /** Files of the first version have no version. */
  async read({ chunks, contentType }: SentFile): Promise<unknown> {
    const bytes = Buffer.concat(await Array.fromAsync(chunks));
    const isForm = contentType.trim().toLowerCase().startsWith('multipart/form-data');
    const read = await (isForm ? readForm(bytes, contentType) : readYaml(textOf(bytes)));
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { version: 1, ...read } : read;
  },
};

async function readForm(body: Buffer, type: string): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null);
  if (!form) throw new Failure('BadRequestError', 'The form cannot be parsed.');
  const file = form.get('file');
  if (!(file instanceof File)) throw new Failure('ValidationError', 'file is required. Send a form with a file field of that name.');
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  return ['.yaml', '.yml'].includes(extname(file.name).toLowerCase()) ? readYaml(text) : readJson(text);
}

function textOf(bytes: Uint8Array): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw new Failure('ValidationError', (error as Error).message, { path: '' });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Failure('ValidationError', `The file is not valid JSON: ${(error as Error).message}`, { path: '' });
  }
}

import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Document as YamlDocument } from 'yaml';
import type { Document } from '../api/operations.ts';
import { usageProblem } from '../base/problem.ts';
import { findFiles } from './find-files.ts';

/** Documents with their origins, for messages. */
export interface ReadDocuments {
  readonly documents: readonly Document[];
  /** `flags/checkout.yaml, document 2`, by index of the document. */
  readonly origins: readonly string[];
}

/** The server refuses more. */
const maxBytes = 16 * 1024 * 1024;

/** Reads documents from YAML and JSON files. A file may contain several, or a list of them. The server validates their content. */
export async function readDocuments(folder: string, patterns: readonly string[]): Promise<ReadDocuments> {
  const { parseAllDocuments } = await import('yaml');
  const read: { readonly document: Document; readonly origin: string }[] = [];
  let bytes = 0;
  for (const path of await findFiles(folder, patterns)) {
    const name = relative(folder, path);
    const text = await readFile(path, 'utf8').catch((error: Error) => {
      throw usageProblem(`${name} cannot be read: ${error.message}`);
    });
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) throw usageProblem(`The files have more than ${maxBytes} bytes. Split the project.`);
    // A list is JSON's way to have several documents in a file.
    const contents = parseAllDocuments(text).flatMap((parsed, index) => contentOf(parsed, name, index));
    read.push(
      ...contents.map((document, index) => ({ document, origin: contents.length === 1 ? name : `${name}, document ${index + 1}` })),
    );
  }
  return { documents: read.map(({ document }) => document), origins: read.map(({ origin }) => origin) };
}

function contentOf(parsed: YamlDocument, name: string, index: number): readonly Document[] {
  const [error] = parsed.errors;
  if (error) throw usageProblem(`${name} is not valid YAML: ${error.message}`);
  const content: unknown = parsed.toJS();
  // The end of a file, or a comment.
  if (content === null) return [];
  const documents = [content].flat();
  if (documents.some((document) => typeof document !== 'object' || document === null))
    throw usageProblem(`${name}, document ${index + 1}, must be an object with apiVersion, kind, metadata and spec.`);
  return documents as unknown as readonly Document[];
}

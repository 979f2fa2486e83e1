import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { decodeText } from '@signalbox/contracts/decode-text';
import type { Document as YamlDocument } from 'yaml';
import type { Document } from '../api/operations.ts';
import { usageProblem } from '../base/problem.ts';
import { findFiles } from './find-files.ts';
import type * as yamlLibrary from '../base/yaml.ts';

/** Documents with their origins, for messages. */
export interface ReadDocuments {
  readonly documents: readonly Document[];
  /** `flags/checkout.yaml, document 2`, by index of the document. */
  readonly origins: readonly string[];
  /** The folders of the files. */
  readonly folders: readonly string[];
}

type Yaml = typeof yamlLibrary;

/** The server refuses more. */
const maxBytes = 16 * 1024 * 1024;

/** Reads documents from YAML and JSON files. A file may contain several, or a list of them. The server validates their content. */
export async function readDocuments(folder: string, patterns: readonly string[]): Promise<ReadDocuments> {
  const yaml = await import('../base/yaml.ts');
  const read: { readonly document: Document; readonly origin: string }[] = [];
  let bytes = 0;
  const files = await findFiles(folder, patterns);
  for (const path of files) {
    const name = relative(folder, path);
    const text = await readFile(path)
      .then(decodeText)
      .catch((error: Error) => {
        throw usageProblem(`${name} cannot be read: ${error.message}`);
      });
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) throw usageProblem(`The files have more than ${maxBytes} bytes. Split the project.`);
    // A list is JSON's way to have several documents in a file.
    const contents = yaml.parseAllDocuments(text).flatMap((parsed, index) => contentOf(yaml, parsed, `${name}, document ${index + 1}`));
    read.push(
      ...contents.map((document, index) => ({ document, origin: contents.length === 1 ? name : `${name}, document ${index + 1}` })),
    );
  }
  return {
    documents: read.map(({ document }) => document),
    origins: read.map(({ origin }) => origin),
    folders: [...new Set(files.map((path) => dirname(path)))],
  };
}

/** The documents in one YAML document. `origin` names it. */
function contentOf(yaml: Yaml, parsed: YamlDocument, origin: string): readonly Document[] {
  const [error] = parsed.errors;
  if (error) throw notYaml(origin, error);
  refuseChangedNumbers(yaml, parsed, origin);
  const content = dataOf(parsed, origin);
  // The end of a file, or a comment.
  if (content === null) return [];
  const documents = [content].flat();
  if (documents.some((document) => typeof document !== 'object' || document === null))
    throw usageProblem(`${origin}, must be an object with apiVersion, kind, metadata and spec.`);
  return documents as unknown as readonly Document[];
}

const notYaml = (origin: string, error: Error) => usageProblem(`${origin}, is not valid YAML: ${error.message}`);

function dataOf(parsed: YamlDocument, origin: string): unknown {
  try {
    return parsed.toJS();
  } catch (error) {
    // Too many aliases.
    throw notYaml(origin, error as Error);
  }
}

/** Refuses numbers that the server would store as another text, such as 0123 and 1.10. */
function refuseChangedNumbers({ isPair, isSeq, visit }: Yaml, parsed: YamlDocument, origin: string): void {
  visit(parsed, {
    Scalar(_, scalar, ancestors) {
      const { value, source } = scalar;
      if (typeof value !== 'number' || String(value) === source) return;
      const path = ancestors.flatMap((node, depth) => {
        if (isPair(node)) return String(node.key);
        return isSeq(node) ? String(node.items.indexOf(ancestors[depth + 1] ?? scalar)) : [];
      });
      throw usageProblem(
        `${origin}: ${path.join('/')} is ${source}, which would become ${value}. Write a text in quotes, or the number as ${value}.`,
      );
    },
  });
}

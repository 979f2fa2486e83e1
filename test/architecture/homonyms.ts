import { only } from './tokens.ts';
import { locationOf, type Rule, type SourceFile } from './source.ts';

interface Export {
  /** The package or service. */
  readonly owner: string;
  readonly name: string;
  readonly location: string;
}

/** Exported declarations of a file. A value and a type of the same name count once. */
function exportsOf(file: SourceFile): Export[] {
  const owner = /^(?:packages|services)\/[^/]+(?=\/src\/)/.exec(file.path)?.[0];
  if (owner === undefined || file.path.endsWith('.test.ts')) return [];
  const declared = only(file.text, 'code').matchAll(/^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type) (\w+)/gm);
  const byName = new Map([...declared].map(({ 1: name = '', index }) => [name, locationOf(file, index)]));
  return [...byName].map(([name, location]) => ({ owner, name, location }));
}

/** Exported names are unique within a package or service. */
export const exportsAreNoHomonyms: Rule = (files) => {
  const exports = files.flatMap(exportsOf);
  return [...Map.groupBy(exports, ({ owner, name }) => `${owner} ${name}`).values()]
    .filter((same) => same.length > 1)
    .flatMap((same) => same.map(({ name, location }) => `${location} ${name} is exported by ${same.length} files: rename all but one`));
};

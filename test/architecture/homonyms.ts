import { only } from './tokens.ts';
import { placeOf, type Rule, type SourceFile } from './source.ts';

interface Export {
  /** The package or service. */
  readonly owner: string;
  readonly name: string;
  readonly place: string;
}

/** The declarations that a file exports; a type beside a value of its name is one thing with it. */
function exportsOf(file: SourceFile): Export[] {
  const owner = /^(?:packages|services)\/[^/]+(?=\/src\/)/.exec(file.path)?.[0];
  if (owner === undefined || file.path.endsWith('.test.ts')) return [];
  const declared = only(file.text, 'code').matchAll(/^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type) (\w+)/gm);
  const places = new Map([...declared].map(({ 1: name = '', index }) => [name, placeOf(file, index)]));
  return [...places].map(([name, place]) => ({ owner, name, place }));
}

/** In one package or service, a name that is exported means one thing. */
export const exportsAreNoHomonyms: Rule = (files) => {
  const exports = files.flatMap(exportsOf);
  return [...Map.groupBy(exports, ({ owner, name }) => `${owner} ${name}`).values()]
    .filter((same) => same.length > 1)
    .flatMap((same) => same.map(({ name, place }) => `${place} ${name} is exported ${same.length} times, each meaning another thing`));
};

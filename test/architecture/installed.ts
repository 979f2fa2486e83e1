import { importsOf, packageOf } from './imports.ts';
import { isTest, locationOf, type SourceFile } from './source.ts';

interface PackageJson {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const required = /\bcreateRequire\(import\.meta\.url\)(?:\.resolve)?\((['"`])([^'"`]+)\1/g;
const workspace = /^(?:packages|services)\/[^/]+/;
/** Packages that exist only in development. */
const developed = /^packages\/testing\//;

/**
 * Packages that production code loads but `package.json` does not list under `dependencies`. Images install only those, whereas a clone has
 * all packages, so only a container would fail. `files` must include each folder's `package.json`.
 */
export function missingInImages(files: readonly SourceFile[]): string[] {
  const manifests = new Map(
    files
      .filter(({ path }) => path.endsWith('/package.json'))
      .map(({ path, text }) => [workspace.exec(path)?.[0], JSON.parse(text) as PackageJson]),
  );
  return files
    .filter((file) => /\.tsx?$/.test(file.path) && !isTest(file) && !developed.test(file.path))
    .flatMap((file) => {
      const manifest = manifests.get(workspace.exec(file.path)?.[0]);
      if (!manifest) return [];
      const known = new Set([manifest.name, ...Object.keys(manifest.dependencies ?? {})]);
      return loadedBy(file)
        .filter(({ name }) => !known.has(name))
        .map(({ name, index }) => `${locationOf(file, index)} ${name} is not a dependency of ${manifest.name}`);
    });
}

function loadedBy({ text }: SourceFile): { name: string; index: number }[] {
  const imports = importsOf(text).filter(({ typesOnly }) => !typesOnly);
  const requires = [...text.matchAll(required)].map(({ 2: specifier = '', index }) => ({ specifier, index }));
  return [...imports, ...requires].flatMap(({ specifier, index }) => {
    const name = packageOf(specifier);
    return name === null ? [] : [{ name, index }];
  });
}

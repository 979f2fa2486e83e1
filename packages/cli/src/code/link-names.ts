import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript-6';
import { type Known, resolveExport, stepInto } from './resolve-name.ts';
import { bindScript, parseScript, type Symbols } from './script-source.ts';
import { isScript } from './sdk-calls.ts';
import type { Tree } from './tree.ts';

/** A constant in a file. */
export interface LinkedName {
  readonly name: string;
  readonly path: string;
  readonly node: ts.Node;
}

/** Finds the text that a member of a module's export has. Undefined if it is computed. */
export type Linker = (importer: string, from: string, member: readonly string[]) => LinkedName | undefined;

const maxDepth = 10;

/** Opens a linker for the files of a tree. It resolves modules with the nearest tsconfig.json. */
export function openLinker(root: string, tree: Tree): Linker {
  const modules = new Map<string, { readonly file: ts.SourceFile; readonly symbols: Symbols } | undefined>();
  const resolve = openResolver(root, tree);
  const open = (path: string) => {
    const text = isScript(path) ? tree.get(path)?.read()?.toString() : undefined;
    if (text === undefined) return undefined;
    const file = parseScript(path, text);
    return { file, symbols: bindScript(file) };
  };
  const link = (importer: string, from: string, [name, ...rest]: readonly string[], depth: number): LinkedName | undefined => {
    const path = depth > maxDepth || name === undefined ? undefined : resolve(importer, from);
    if (path === undefined || name === undefined) return undefined;
    if (!modules.has(path)) modules.set(path, open(path));
    const module = modules.get(path);
    if (module === undefined) return undefined;
    const found = resolveExport(module.file, name, module.symbols).flatMap((known) => {
      const value = rest.reduce<Known | undefined>((object, step) => object && stepInto(object, step, module.symbols), known);
      if (value?.kind === 'import') return link(path, value.from, value.member, depth + 1) ?? [];
      return value?.kind === 'text' ? [{ name: value.text, path, node: value.node }] : [];
    });
    return found.every((each) => each.name === found[0]?.name) ? found[0] : undefined;
  };
  return (importer, from, member) => link(importer, from, member, 0);
}

/** Finds the path of a module that a file imports. Undefined if it is no file of the tree or of a package. */
export type ModuleResolver = (importer: string, from: string) => string | undefined;

/** Opens a resolver of modules, which finds them as the compiler does. */
export function openResolver(root: string, tree: Tree): ModuleResolver {
  const pathIn = (path: string) => relative(root, path).split(sep).join('/');
  const host: ts.ModuleResolutionHost = {
    fileExists: (path) => tree.has(pathIn(path)) || (path.includes('node_modules') && ts.sys.fileExists(path)),
    readFile: (path) => tree.get(pathIn(path))?.read()?.toString() ?? ts.sys.readFile(path),
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
    useCaseSensitiveFileNames: true,
  };
  const optionsByFolder = new Map<string, ts.CompilerOptions>();
  return (importer, from) => {
    const folder = dirname(join(root, importer));
    const options = optionsByFolder.get(folder) ?? optionsOf(folder, host);
    optionsByFolder.set(folder, options);
    const { resolvedModule } = ts.resolveModuleName(from, join(root, importer), options, host);
    return resolvedModule && pathIn(resolvedModule.resolvedFileName);
  };
}

function optionsOf(folder: string, host: ts.ModuleResolutionHost): ts.CompilerOptions {
  const path =
    ts.findConfigFile(folder, (file) => host.fileExists(file)) ??
    ts.findConfigFile(folder, (file) => host.fileExists(file), 'jsconfig.json');
  const bundler = { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext, allowJs: true };
  if (path === undefined) return bundler;
  const { config } = ts.readConfigFile(path, (file) => host.readFile(file)) as { config?: unknown };
  const files = { ...ts.sys, readDirectory: () => [], readFile: (file: string) => host.readFile(file) };
  const { paths, baseUrl, customConditions, pathsBasePath } = ts.parseJsonConfigFileContent(config ?? {}, files, dirname(path)).options;
  return {
    ...bundler,
    ...(paths && { paths }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(pathsBasePath !== undefined && { pathsBasePath }),
    ...(customConditions && { customConditions }),
  };
}

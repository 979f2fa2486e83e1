import { basename } from 'node:path';
import { locationOf, type Rule, type SourceFile } from './source.ts';

/** Base typography, the only file with classes for all components. */
const base = 'packages/console/src/style/base.css';

const isModule = ({ path }: SourceFile): boolean => path.endsWith('.module.css');
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
const withoutTexts = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, blank);
const classSelector = /\.([a-z][\w-]*)/gi;
const globalSelector = /:global\b(?:\([^)]*\))?/g;

/** Only the base styles have global classes. All others belong to a module. */
export const classesBelongToModules: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.css') && path !== base)
    .flatMap((file) =>
      [...withoutTexts(file.text).matchAll(isModule(file) ? globalSelector : classSelector)].map(
        ({ 0: found, index }) => `${locationOf(file, index)} ${found} is global: move it to a module`,
      ),
    );

const imported = /import \* as (\w+) from '(?:[^']*\/)?([\w-]+\.module\.css)'/g;
const composed = /composes: ([\w -]+?)(?: from "(?:[^"]*\/)?([\w-]+\.module\.css)")?;/g;

/** Reports classes that no component uses and no other class composes. */
export const classesAreUsed: Rule = (files) => {
  const modules = files.filter(isModule);
  const used = new Map<string, Set<string>>(modules.map(({ path }) => [basename(path), new Set()]));
  for (const { path, text } of files) {
    for (const [, name = '', module = ''] of text.matchAll(imported))
      for (const [, member = ''] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) used.get(module)?.add(member);
    for (const [, names = '', module = basename(path)] of text.matchAll(composed))
      for (const name of names.split(' ')) used.get(module)?.add(name);
  }
  return modules.flatMap((file) => {
    const seen = new Set(used.get(basename(file.path)));
    return [...withoutTexts(file.text).matchAll(classSelector)].flatMap(({ 1: name = '', index }) => {
      if (seen.has(name)) return [];
      seen.add(name);
      return [`${locationOf(file, index)} .${name} is unused`];
    });
  });
};

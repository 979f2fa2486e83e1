import type { Rule, SourceFile } from './source.ts';

/** Lines of a component's body; a longer one is split into its data, a hook, and its view. */
const maxLines = 60;

/** The first line of a component at the top of a file, a function or a constant. Names of functions that draw nothing are in lower case. */
const component = /^(?:export )?(?:function|const) ([A-Z]\w*)(?=.*(?:[({]|=>)$)/;

/** Components that are too long, read as the formatter leaves them: a body ends at the first bracket that closes at the margin. */
export const componentsAreShort: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap((file) =>
      bodiesOf(file)
        .filter(({ lines }) => lines > maxLines)
        .map(({ name, line, lines }) => `${file.path}:${line} ${name} has ${lines} lines, at most ${maxLines} are read`),
    );

function bodiesOf({ text }: SourceFile) {
  const lines = text.split('\n');
  return lines.flatMap((first, index) => {
    const name = component.exec(first)?.[1];
    if (name === undefined) return [];
    const begin = endFrom(lines, index, /^(?:\}|\)).*(?:\{|\($)$/) ?? index;
    const end = endFrom(lines, begin, /^[\])}]/) ?? begin;
    return [{ name, line: index + 1, lines: end - begin - 1 }];
  });
}

/** The next line at the margin, if it matches. */
function endFrom(lines: readonly string[], from: number, pattern: RegExp): number | undefined {
  const next = lines.findIndex((line, index) => index > from && /^\S/.test(line));
  return next !== -1 && pattern.test(lines[next] ?? '') ? next : undefined;
}

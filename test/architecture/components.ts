import type { Rule, SourceFile } from './source.ts';

/** Maximum lines of a component's body. Split a longer one into a hook for its data, and its view. */
const maxLines = 60;

/** First line of a top-level component, a function or a constant. Names of other functions begin in lower case. */
const component = /^(?:export )?(?:function|const) ([A-Z]\w*)(?=.*(?:[({]|=>)$)/;

/** Reports components that are too long. Relies on the formatter: a body ends at the first closing bracket at the margin. */
export const componentsAreShort: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap((file) =>
      bodiesOf(file)
        .filter(({ lines }) => lines > maxLines)
        .map(({ name, line, lines }) => `${file.path}:${line} ${name} has ${lines} lines, at most ${maxLines} allowed`),
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

/** Index of the next line at the margin, if it matches. */
function endFrom(lines: readonly string[], from: number, pattern: RegExp): number | undefined {
  const next = lines.findIndex((line, index) => index > from && /^\S/.test(line));
  return next !== -1 && pattern.test(lines[next] ?? '') ? next : undefined;
}

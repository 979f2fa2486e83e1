/** A fenced block of a page. */
interface Fence {
  readonly language: string;
  readonly code: string;
}

/** Code fences of a page, in order. */
export const fencesOf = (page: string): Fence[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));

/** Commands of the page, each with the output shown below it, if any. */
export function commandsOf(page: string): { readonly command: string; readonly shown: unknown }[] {
  const fences = fencesOf(page);
  return fences.flatMap(({ language, code }, index) => {
    if (language !== 'sh' || code.startsWith('npm ')) return [];
    const next = fences[index + 1];
    return [{ command: code, shown: next?.language === 'json' ? (JSON.parse(next.code) as unknown) : null }];
  });
}

/** True if the output contains everything that the page shows; `...` matches any text. */
export function shows(shown: unknown, answer: unknown): boolean {
  if (typeof shown === 'string' && shown.endsWith('...')) return typeof answer === 'string' && answer.startsWith(shown.slice(0, -3));
  if (typeof shown !== 'object' || shown === null) return shown === answer;
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(shown).every(([name, value]) => shows(value, (answer as Record<string, unknown>)[name]));
}

/** A fenced block of a page; one in a group of tabs has the label of its tab, a file that commands read has its name. */
interface Fence {
  readonly language: string;
  readonly label?: string | undefined;
  readonly code: string;
}

/** Code fences of a page, in order. */
export const fencesOf = (page: string): Fence[] =>
  [...page.matchAll(/^```(\w+)(?: \[(.+)\])?\n([\s\S]*?)^```$/gm)].map(([, language = '', label, code = '']) => ({
    language,
    label,
    code,
  }));

/** Commands of the page, in one of its tabs if it has several, each with the output shown below it, if any. */
export function commandsOf(page: string, tab?: string): { readonly command: string; readonly shown: unknown }[] {
  const fences = fencesOf(page).filter(({ language, label }) => language !== 'sh' || label === undefined || label === tab);
  return fences.flatMap(({ language, code }, index) => {
    if (language !== 'sh' || code.startsWith('npm ')) return [];
    const next = fences[index + 1];
    return [{ command: code, shown: next?.language === 'json' && next.label === undefined ? (JSON.parse(next.code) as unknown) : null }];
  });
}

/** True if the output contains everything that the page shows; `...` matches any text. */
export function shows(shown: unknown, answer: unknown): boolean {
  if (typeof shown === 'string' && shown.endsWith('...')) return typeof answer === 'string' && answer.startsWith(shown.slice(0, -3));
  if (typeof shown !== 'object' || shown === null) return shown === answer;
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(shown).every(([name, value]) => shows(value, (answer as Record<string, unknown>)[name]));
}

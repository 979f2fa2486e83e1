import { type Answer, type OpenContext } from '@signalbox/kit';

type Give = (input: unknown, context: OpenContext<undefined>) => Promise<string>;

/**
 * Returns answers as JSON. An answer with a version is computed once while the version stays the same; failures are not cached. The version
 * is read first, so a cached answer is never older than its version.
 */
export function textOfAnswer({ answer, version }: Answer): Give {
  const give = answer as (input: unknown, context: OpenContext<undefined>) => Promise<unknown>;
  const make: Give = async (input, context) => JSON.stringify(await give(input, context));
  return version ? cached(make, version) : make;
}

function cached(make: Give, version: NonNullable<Answer['version']>): Give {
  let last: { readonly number: number; readonly text: Promise<string> } | null = null;
  return async (input, context) => {
    const number = await version(context);
    if (last?.number === number) return last.text;
    const made = { number, text: make(input, context) };
    last = made;
    made.text.catch(() => {
      if (last === made) last = null;
    });
    return made.text;
  };
}

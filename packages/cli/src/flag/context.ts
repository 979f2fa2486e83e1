import type { EvaluatedContext } from '../api/operations.ts';
import { repeatedOption, textOption } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';

/** Options that describe the context of an evaluation. */
export const contextOptions = {
  user: textOption('User ID of the context', 'id', 'u'),
  context: repeatedOption('Property of the context', 'name=value', 'c'),
} as const;

const standard: readonly string[] = ['appName', 'currentTime', 'environment', 'remoteAddress', 'sessionId', 'userId'];

/** Builds the context: standard fields by name, all others as properties. */
export function contextOf({ user, context }: { readonly user: string | undefined; readonly context: readonly string[] }): EvaluatedContext {
  const entries = context.map((text): readonly [string, string] => {
    const at = text.indexOf('=');
    if (at < 1) throw usageProblem(`--context requires name=value; got ${text}.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  const fields = Object.fromEntries(entries.filter(([name]) => standard.includes(name)));
  const properties = Object.fromEntries(entries.filter(([name]) => !standard.includes(name)));
  return {
    appName: 'signalbox-cli',
    ...(user !== undefined && { userId: user }),
    ...fields,
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

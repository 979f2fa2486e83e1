import { RE2JS } from 're2js';
import { lookup } from '../lookup.ts';
import type { CompileOperator } from './operator.ts';

/**
 * A regular expression of the RE2 flavour anywhere in the field (client specification 6.0). It runs in linear time, so
 * an operator's pattern cannot stop the process. What RE2 does not know, look-around for example, matches nothing.
 */
export const patternOperators: Record<string, CompileOperator> = {
  REGEX: ({ contextName, value, caseInsensitive }) => {
    const pattern = value === undefined ? undefined : compile(value, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
    return (context) => {
      const field = lookup(context, contextName);
      return field !== undefined && pattern !== undefined && pattern.matcher(field).find();
    };
  },
};

/** Whether the text is a regular expression of the RE2 flavour. */
export const isPattern = (text: string): boolean => compile(text, 0) !== undefined;

function compile(value: string, flags: number): RE2JS | undefined {
  try {
    return RE2JS.compile(value, flags);
  } catch {
    return undefined;
  }
}

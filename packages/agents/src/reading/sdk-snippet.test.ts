import { deepEqual, equal } from 'node:assert/strict';
import type { ToolContext } from '../base/tool.ts';
import { sdkSnippet } from './sdk-snippet.ts';

const flag = "a'.at(alert()).at('~!*";

/** Answers like the administration API for one project with one flag. */
const context = {
  modesOf: async () => new Map([['development', 'read']]),
  api: async () => ({ documents: [{ kind: 'Feature', metadata: { name: flag }, spec: {} }] }),
  baseUrl: 'https://flags.example',
} as unknown as ToolContext;

describe('sdk_snippet', () => {
  const languages = (sdkSnippet.input as unknown as { readonly properties: { readonly language: { readonly enum: readonly string[] } } })
    .properties.language.enum;

  it('knows the usual SDKs', () => {
    deepEqual(languages, ['node', 'browser', 'python', 'java', 'go', 'openfeature']);
  });

  for (const language of languages) {
    it(`keeps the name of a flag inside its string for ${language}`, async () => {
      const { head } = await sdkSnippet.run({ project: 'shop', flag, language } as never, context);
      const code = String(head?.['code']);
      equal(code.split(flag).length, 2);
      equal(code.includes(`("${flag}"`), true, code);
    });
  }
});

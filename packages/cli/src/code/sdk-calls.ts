/** Methods of flag SDKs that take the name of a flag, as words: they are `getBooleanValue`, `GetBooleanValue` or `get_boolean_value`. */
const methods = {
  /** Only flag SDKs have them. */
  distinct: [
    'use flag',
    'use variant',
    'get boolean value',
    'get bool value',
    'get string value',
    'get number value',
    'get integer value',
    'get int value',
    'get float value',
    'get double value',
    'get object value',
    'get struct value',
    'get boolean details',
    'get string details',
    'get number details',
    'get object details',
    'fetch boolean value',
    'fetch string value',
    'fetch number value',
    'fetch object value',
    'boolean value',
    'boolean value details',
    'use boolean flag value',
    'use string flag value',
    'use number flag value',
    'use object flag value',
    'use boolean flag details',
    'bool variation',
    'string variation',
    'number variation',
    'int variation',
    'json variation',
    'bool variation detail',
    'is feature enabled',
    'has feature',
    'get feature value',
    'use feature is on',
    'use feature value',
    'use feature flag enabled',
  ],
  /** Other libraries have methods of these names. */
  general: ['is enabled', 'if enabled', 'is disabled', 'if disabled', 'get variant', 'variation', 'variation detail', 'is on', 'is off'],
} as const;

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** All spellings of a method. */
const spellings = (method: string): readonly string[] => {
  const words = method.split(' ');
  const pascal = words.map(capital).join('');
  return [pascal.slice(0, 1).toLowerCase() + pascal.slice(1), pascal, words.join('_')];
};

const spellingsOf = (some: readonly string[]): ReadonlySet<string> => new Set(some.flatMap(spellings));
const distinct = spellingsOf(methods.distinct);
const general = spellingsOf(methods.general);

/** Every spelling of every method. */
export const methodSpellings: readonly string[] = [...distinct, ...general];

/** The certainty that a call of this name evaluates a flag. Undefined for other names. */
export function certaintyOf(name: string): 'distinct' | 'general' | undefined {
  const method = name.replace(/Async$|[?!]$/, '');
  if (distinct.has(method)) return 'distinct';
  return general.has(method) ? 'general' : undefined;
}

/** A text that names a flag SDK, such as an import. */
export const namesSdk = /unleash|open-?feature|launch-?darkly|flagsmith|growthbook|flagd|signalbox|posthog|feature-?_?(?:flag|toggle)/i;

const testPath =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|cypress)\/|[._-](?:test|spec|e2e|cy|stories|long|fixture)\.\w+$|(?:^|\/)test_[^/]*\.py$|Tests?\.(?:java|kt|cs|php|swift)$/;

/** True for paths of tests, by the conventions of each language. */
export const isTest = (path: string): boolean => testPath.test(path);

/** True for JavaScript and TypeScript, which the compiler's parser reads. */
export const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

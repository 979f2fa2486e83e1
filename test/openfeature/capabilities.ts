/** Capabilities of the provider suite that a provider may declare (Appendix F of OpenFeature's specification). */
export const capabilities = [
  '@variants',
  '@object',
  '@large-integers',
  '@numeric-coercion',
  '@string-typing',
  '@fully-typed-values',
  '@disabled-flags',
  '@targeting',
  '@standard-reasons',
  '@lifecycle',
  '@unavailable',
  '@reinitialization',
  '@events',
  '@configuration-change',
  '@stale',
] as const;

export type Capability = (typeof capabilities)[number];

/** Tags without scenarios yet. */
const reserved: readonly string[] = ['@caching'];

/** Capabilities that JavaScript cannot have: its only type of numbers is a float. */
const impossible: readonly string[] = ['@numeric-coercion'];

/** Throws for a capability that no provider of this language may declare. */
export function assertDeclarable(declared: readonly string[]): void {
  for (const tag of declared) {
    if (reserved.includes(tag)) throw new Error(`${tag} is reserved: no scenario tests it yet.`);
    if (impossible.includes(tag)) throw new Error(`${tag} is impossible in JavaScript, which has one type of numbers.`);
    if (!(capabilities as readonly string[]).includes(tag)) throw new Error(`${tag} is no capability of the provider suite.`);
  }
}

/** Throws unless each tag of the scenarios is declarable, and each declarable tag has a scenario. */
export function assertTagged(tagsOfScenarios: readonly (readonly string[])[]): void {
  const used = new Set(tagsOfScenarios.flat());
  const unknown = [...used].filter((tag) => !(capabilities as readonly string[]).includes(tag));
  if (unknown.length > 0) throw new Error(`Scenarios have unknown or reserved tags: ${unknown.join(', ')}`);
  const unused = capabilities.filter((tag) => !used.has(tag));
  if (unused.length > 0) throw new Error(`No scenario has these tags: ${unused.join(', ')}`);
}

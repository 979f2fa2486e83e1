/** Returns the choice that the option names. Throws if there is none. */
export function readChoice<Choice extends string>(choices: readonly Choice[], given: string, option: string): Choice {
  const chosen = choices.find((choice) => choice === given);
  if (chosen === undefined) throw new Error(`${option} must be ${choices.join(' or ')}, not ${given}`);
  return chosen;
}

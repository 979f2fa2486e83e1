/** An option that names one of the choices in full. Throws if it does not. */
export function readChoice<Choice extends string>(choices: readonly Choice[], given: string, option: string): Choice {
  const chosen = choices.find((choice) => choice === given);
  if (chosen === undefined) throw new Error(`${option} is ${choices.join(' or ')}, not ${given}`);
  return chosen;
}

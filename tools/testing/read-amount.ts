/** Returns the option as a whole number of at least 1. Throws otherwise, so that a loop without iterations does not count as passed. */
export function readAmount<Name extends string>(options: Readonly<Partial<Record<Name, string>>>, name: Name): number {
  const amount = Number(options[name]);
  if (!Number.isInteger(amount) || amount < 1) throw new Error(`--${name} must be a whole number of at least 1, not ${options[name]}`);
  return amount;
}

/** Returns the option as a number above 0, such as seconds. Throws otherwise. */
export function readQuantity<Name extends string>(options: Readonly<Partial<Record<Name, string>>>, name: Name): number {
  const quantity = Number(options[name]);
  if (!Number.isFinite(quantity) || quantity <= 0) throw new Error(`--${name} must be a number above 0, not ${options[name]}`);
  return quantity;
}

/** An option as a whole number of at least 1. Throws otherwise: a loop that runs no times must not look like one that passed. */
export function readAmount<Name extends string>(options: Readonly<Partial<Record<Name, string>>>, name: Name): number {
  const amount = Number(options[name]);
  if (!Number.isInteger(amount) || amount < 1) throw new Error(`--${name} is a whole number of at least 1, not ${options[name]}`);
  return amount;
}

/** An option as a number above 0, as of seconds. Throws otherwise. */
export function readQuantity<Name extends string>(options: Readonly<Partial<Record<Name, string>>>, name: Name): number {
  const quantity = Number(options[name]);
  if (!Number.isFinite(quantity) || quantity <= 0) throw new Error(`--${name} is a number above 0, not ${options[name]}`);
  return quantity;
}

/** Loads the console again, as the server now has it. False: the server cannot be reached, and what is shown was left alone. */
export async function loadAgain(): Promise<boolean> {
  const isThere = await fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
  return isThere;
}

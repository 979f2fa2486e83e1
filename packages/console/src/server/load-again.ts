/** Reloads the console from the server. Resolves to false, and leaves the page unchanged, if the server is unreachable. */
export async function loadAgain(): Promise<boolean> {
  const isThere = await fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
  return isThere;
}

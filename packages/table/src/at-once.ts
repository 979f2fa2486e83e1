type Values<P extends readonly Promise<unknown>[]> = { -readonly [Index in keyof P]: Awaited<P[Index]> };

/**
 * Awaits reads of one transaction that were started together, so that they travel in one message. Rejects with the error of the first that
 * failed, in this order, after all have ended.
 */
export async function atOnce<const P extends readonly Promise<unknown>[]>(...reads: P): Promise<Values<P>> {
  await Promise.allSettled(reads);
  const values: unknown[] = [];
  for (const read of reads) values.push(await read);
  return values as Values<P>;
}

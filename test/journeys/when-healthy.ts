/** Resolves when the server at this address reports that it is healthy. Throws after the limit. */
export async function whenHealthy(url: string, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const answer = await fetch(`${url}/health`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} is not healthy after ${limitMs / 1000} s`);
}

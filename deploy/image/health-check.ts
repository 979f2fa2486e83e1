// What the image's HEALTHCHECK runs: ends with 0 when the process answers that it is alive.
const answer = await fetch(`http://127.0.0.1:${process.env['PORT'] ?? '4242'}/health`, { signal: AbortSignal.timeout(4000) }).catch(
  () => null,
);
process.exit(answer?.ok ? 0 : 1);

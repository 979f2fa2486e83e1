// The HEALTHCHECK of the images: exits with 0 if the process is alive.
const answer = await fetch(`http://127.0.0.1:${process.env['PORT'] ?? '4242'}/health`, { signal: AbortSignal.timeout(4000) }).catch(
  () => null,
);
process.exit(answer?.ok ? 0 : 1);

// The HEALTHCHECK of the image: exits with 0 if the process is alive. A relay listens on 3063 by default.
const ports = process.env['PORT'] ? [process.env['PORT']] : ['4242', '3063'];
const isAlive = (port: string) =>
  fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4000) }).then(
    ({ ok }) => ok,
    () => false,
  );
process.exit((await Promise.all(ports.map(isAlive))).includes(true) ? 0 : 1);

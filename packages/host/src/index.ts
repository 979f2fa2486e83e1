export { type Failpoint, failpoints, type Surroundings } from './runtime.ts';
export { type Host, type HostOptions, openHost } from './open-host.ts';
export { type Listening, listen, onStop } from './serve.ts';
export { openOrExit, processListener, serveServices, settingsOrExit } from './serve-services.ts';
export { compile, requestCheck } from './validation.ts';

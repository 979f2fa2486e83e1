export { type Failpoint, failpoints, type Surroundings } from './runtime/runtime.ts';
export { type Host, type HostOptions, openHost } from './process/open-host.ts';
export { type Listening, listen, onStop } from './http/listen.ts';
export { openOrExit, processListener, serveServices, settingsOrExit } from './process/serve-services.ts';
export { compile, requestCheck } from './validation/validation.ts';

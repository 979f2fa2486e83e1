export type { Effects } from './runtime/effects.ts';
export { type Failpoint, failpoints, type Instrument } from './runtime/instrument.ts';
export { type Host, type HostOptions, openHost } from './process/open-host.ts';
export { type Listening, listen, onStop } from './http/listen.ts';
export { deadLetterRoutes } from './messaging/dead-letters.ts';
export { pipelineFailures } from './http/pipeline-failures.ts';
export { openOrExit, processListener, serveServices, settingsOrExit } from './process/serve-services.ts';
export { showMetrics } from './process/show-metrics.ts';
export { requestCheck } from './validation/validation.ts';

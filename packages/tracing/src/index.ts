export { attributes } from './attributes.ts';
export { openTracing } from './open-tracing.ts';
export type { SamplerName } from './samplers.ts';
export * from './tracing.ts';
export type { Limits, TracingOptions } from './tracing-options.ts';

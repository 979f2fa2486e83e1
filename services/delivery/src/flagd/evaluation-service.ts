import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import type { JsonObject } from '@bufbuild/protobuf';
import type { CompiledFeature } from '@signalbox/engine';
import { identified } from '../ofrep/evaluate-flags.ts';
import { resolve, type Resolution, variantsOf } from '../ofrep/resolve.ts';
import { contextInBody, type GivenContext } from '../evaluation/read-context.ts';
import type { Evaluations } from '../evaluation/evaluations.ts';
import type { RecentContexts } from '../recent/recent-contexts.ts';
import type { Changes } from './changes.ts';
import { off, on } from './definition/flag-of.ts';
import { type CallerOptions, flagdCaller, flagdScope } from './flagd-caller.ts';
import { evaluationV1 } from './wire/evaluation-v1.ts';
import { evaluationV2 } from './wire/evaluation-v2.ts';

export interface FlagdParts {
  readonly evaluations: Evaluations;
  readonly recent: RecentContexts;
  readonly changes: Changes;
  readonly caller: CallerOptions;
}

interface ResolveRequest {
  readonly flagKey: string;
  readonly context?: JsonObject | undefined;
}

/** A resolved flag on the wire. Without a value, the provider returns the code default. */
interface Resolved<Value> {
  readonly value?: Value;
  readonly reason: string;
  readonly variant?: string;
  readonly metadata: JsonObject;
}

type Read<Value> = (value: unknown) => Value | undefined;

const asBoolean: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const asString: Read<string> = (value) => (typeof value === 'string' ? value : undefined);
const asFloat: Read<number> = (value) => (typeof value === 'number' ? value : undefined);
const asInteger: Read<bigint> = (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : undefined);
const asObject: Read<JsonObject> = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

/** Registers flagd's evaluation, versions 1 and 2. Both evaluate with the engine, like OFREP. */
export function serveEvaluation(router: ConnectRouter, parts: FlagdParts): void {
  const resolver =
    <Value>(read: Read<Value>) =>
    (request: ResolveRequest, call: HandlerContext) =>
      resolveOne(request, call, parts, read);
  const methods = {
    resolveBoolean: resolver(asBoolean),
    resolveString: resolver(asString),
    resolveFloat: resolver(asFloat),
    resolveInt: resolver(asInteger),
    resolveObject: resolver(asObject),
    eventStream: (_request: object, call: HandlerContext) => streamEvents(call, parts),
  };
  router.service(evaluationV1, { ...methods, resolveAll: (request, call) => resolveAll(request.context, call, parts) });
  router.service(evaluationV2, methods);
}

async function resolveOne<Value>({ flagKey, context }: ResolveRequest, call: HandlerContext, parts: FlagdParts, read: Read<Value>) {
  const { given, scope } = await questionOf(context, call, parts);
  const { lookup } = await parts.evaluations.set(scope);
  const feature = lookup.get(flagKey);
  if (!feature) throw new ConnectError(`There is no feature ${flagKey} for this token.`, Code.NotFound);
  const { context: filled } = parts.evaluations.contextFor({ drawsSession: false }, scope, given);
  const resolution = resolve(feature, feature.evaluate(filled, parts.evaluations.effects, lookup));
  return resolved(feature, resolution, read);
}

/** Users who do not get a feature with values get none, so that their provider returns the code default. */
function resolved<Value>(feature: CompiledFeature, resolution: Resolution, read: Read<Value>): Resolved<Value> {
  const { reason, metadata, variant = variantNameOf(resolution) } = resolution;
  const value = read(resolution.value);
  if (value !== undefined) return { value, reason, variant, metadata: { ...metadata } };
  if (resolution.value === false && resolution.variant === undefined && variantsOf(feature).length > 0)
    return { reason: reason === 'DISABLED' ? reason : 'DEFAULT', metadata: { ...metadata } };
  throw new ConnectError(`The value of ${resolution.key} has another type.`, Code.InvalidArgument);
}

const variantNameOf = ({ value }: Resolution): string => (value === true ? on : off);

async function questionOf(context: JsonObject | undefined, call: HandlerContext, parts: FlagdParts) {
  const caller = await flagdCaller(call.requestHeader, parts.caller);
  const given = givenIn(context);
  const scope = flagdScope(caller, given.fields.environment);
  parts.recent.offer(scope, given);
  return { given, scope };
}

function givenIn(context: JsonObject = {}): GivenContext {
  const { properties = null, ...fields } = context;
  if (typeof properties !== 'object' || Array.isArray(properties))
    throw new ConnectError('context.properties must be an object.', Code.InvalidArgument);
  return identified(contextInBody({ context: { ...(fields as object), properties } }));
}

async function resolveAll(context: JsonObject | undefined, call: HandlerContext, parts: FlagdParts) {
  const { given, scope } = await questionOf(context, call, parts);
  const { features, lookup } = await parts.evaluations.set(scope);
  const { context: filled } = parts.evaluations.contextFor({ drawsSession: false }, scope, given);
  const flags = features.map((feature) => {
    const resolution = resolve(feature, feature.evaluate(filled, parts.evaluations.effects, lookup));
    const { reason, variant = variantNameOf(resolution), metadata, value } = resolution;
    return [feature.state.name, { reason, variant, metadata: { ...metadata }, value: anyValue(value) }] as const;
  });
  return { flags: Object.fromEntries(flags) };
}

function anyValue(value: unknown) {
  if (typeof value === 'boolean') return { case: 'boolValue', value } as const;
  if (typeof value === 'number') return { case: 'doubleValue', value } as const;
  const object = asObject(value);
  if (object) return { case: 'objectValue', value: object } as const;
  return { case: 'stringValue', value: typeof value === 'string' ? value : JSON.stringify(value) } as const;
}

/** Tells a provider that it may evaluate, and then which flags changed. */
async function* streamEvents(call: HandlerContext, { changes, caller }: FlagdParts) {
  const known = await flagdCaller(call.requestHeader, caller);
  const scope = flagdScope(known);
  for await (const { changed } of changes.of(known.token, scope, call.signal)) {
    const flags = Object.fromEntries(changed.map((name) => [name, { type: 'update' }]));
    yield changed.length === 0 ? { type: 'provider_ready' } : { type: 'configuration_change', data: { flags } };
  }
}

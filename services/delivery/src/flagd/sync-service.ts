import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { pause } from '@signalbox/kit';
import type { DefinitionSets } from './definition/definitions.ts';
import type { FlagdParts } from './evaluation-service.ts';
import { type CallerOptions, flagdCaller, flagdScope, selectorIn } from './flagd-caller.ts';
import { flagSync } from './wire/sync-v1.ts';

export interface SyncParts extends FlagdParts {
  readonly definitions: DefinitionSets;
}

/** Several changes at once become one message. */
const gatherMs = 200;

/** Registers flagd's synchronization: all flags at once, and again after each change. */
export function serveSync(router: ConnectRouter, parts: SyncParts): void {
  router.service(flagSync, {
    syncFlags: (request, call) => syncFlags(request.selector, call, parts),
    async fetchAllFlags(request, call) {
      const { scope } = await syncCaller(request.selector, call, parts.caller);
      const { text } = await parts.definitions.of(await parts.evaluations.set(scope), scope);
      return { flagConfiguration: text };
    },
    getMetadata: async (_request, call) => {
      await syncCaller('', call, parts.caller);
      return {};
    },
  });
}

async function* syncFlags(selector: string, call: HandlerContext, { changes, caller, definitions }: SyncParts) {
  const { token, scope } = await syncCaller(selector, call, caller);
  const gather = () => pause(gatherMs, call.signal);
  for await (const { set } of changes.of(token, scope, call.signal, gather)) {
    const { text } = await definitions.of(set, scope);
    yield { flagConfiguration: text };
  }
}

/** Definitions contain all rules, so frontend tokens, which are public, must not read them. Older clients send the selector in the request. */
async function syncCaller(selector: string, call: HandlerContext, options: CallerOptions) {
  const known = await flagdCaller(call.requestHeader, options);
  if (known.token.type === 'frontend')
    throw new ConnectError('A frontend token cannot read definitions. Use a client token.', Code.PermissionDenied);
  const caller = call.requestHeader.has('flagd-selector') ? known : { ...known, selector: selectorIn(selector) };
  return { token: caller.token, scope: flagdScope(caller) };
}

import type { Principal, Revision } from '@signalbox/contracts';
import type { DirectWrite, EntityManager, LeasedWrite, OpenContext, ReadContext, Request } from '@signalbox/kit';
import { releaseLease, renewLease, takeLease } from '@signalbox/store';
import { type ServiceRuntime, stored } from './runtime.ts';
import { type Committed, runUnitOfWork } from './unit-of-work.ts';

/** Options of a context in addition to the runtime. */
export interface ContextOptions {
  /** Absent: no request. */
  readonly request?: Request;
  /** As in `WorkOrder`. */
  readonly directWrite?: DirectWrite | undefined;
  /** State that the service's `open` returned. Absent for work that may run earlier. */
  readonly state?: unknown;
  /** Runs in the transaction of each unit of work of this context, before it commits. */
  readonly seal?: ((em: EntityManager) => Promise<void>) | undefined;
  /** Called after each commit of this context. */
  readonly committed?: (committed: Committed<unknown>) => void;
}

/** Context of work outside of a single unit of work. Only the service's declaration has the type of its state. */
export function openContext(
  runtime: ServiceRuntime,
  actor: Principal,
  options: ContextOptions = {},
): OpenContext<never> & ReadContext<never> {
  const { access, settings, effects, ask, counts, ownSlot } = runtime;
  const { request = noRequest, directWrite, state, seal, committed } = options;
  let em: EntityManager | undefined;
  let raised: Revision | null = null;
  const write: OpenContext['write'] = async (work, onBehalfOf = actor, correlationId = request.id) => {
    const order = { actor: onBehalfOf, ifMatch: null, correlationId, directWrite };
    const done = await runUnitOfWork(stored(runtime), order, work, seal);
    raised = done.revision ?? raised;
    committed?.(done);
    return done.result;
  };
  return {
    actor,
    access,
    settings,
    request,
    state: state as never,
    now: effects.now,
    id: effects.id,
    ask: (question, input) => ask(question, input, request.id),
    count: counts.count,
    slot: ownSlot,
    get em(): EntityManager {
      em ??= stored(runtime).store.reader();
      return em;
    },
    write,
    raised: () => raised,
    async withLease(name, ttlMs, work) {
      const { store } = stored(runtime);
      // Each run is a separate owner, so that two runs in one process exclude each other too.
      const lease = await takeLease(store, name, effects.id(), ttlMs);
      if (!lease) return;
      const leased: LeasedWrite = (unitWork) =>
        write(async (unit) => ((await renewLease(store, unit.em, lease, ttlMs)) ? unitWork(unit) : null));
      await work(leased);
      await releaseLease(store, lease);
    },
  };
}

/** A request for logs and events: none, or the one with this id in another service. */
export const requestOf = (id: string): Request => ({ id, clientAddress: '', headers: {} });

const noRequest = requestOf('');

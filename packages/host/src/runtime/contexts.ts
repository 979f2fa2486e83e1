import type { Principal, Question, QuestionInput, QuestionOutput, Revision } from '@signalbox/contracts';
import type { Access, EntityManager, OpenContext, ReadContext, Request, Settings } from '@signalbox/kit';
import type { Running, Surroundings } from './runtime.ts';
import { runUnitOfWork } from './unit-of-work.ts';

export type Ask = <Q extends Question>(question: Q, input: QuestionInput<Q>) => Promise<QuestionOutput<Q>>;

/** Makes the contexts of everything that runs outside of one unit of work. */
export interface OpenContexts {
  /** `raised` hears of each revision that a unit of work of this context raises. */
  open(actor: Principal, request: Request, raised?: (revision: Revision) => void): OpenContext & ReadContext;
}

export function openContexts(parts: {
  readonly access: Access;
  readonly settings: Settings;
  readonly surroundings: Surroundings;
  readonly running: Running | null;
  readonly ask: Ask;
  readonly count: (body: unknown) => void;
  readonly memory: () => unknown;
}): OpenContexts {
  const { access, settings, surroundings, running } = parts;
  return {
    open: (actor, request, raised) => {
      let em: EntityManager | undefined;
      return {
        actor,
        access,
        settings,
        request,
        now: surroundings.now,
        id: surroundings.id,
        ask: parts.ask,
        count: parts.count,
        get memory(): unknown {
          return parts.memory();
        },
        get em(): EntityManager {
          if (!running) throw new Error('this service has no database');
          em ??= running.store.reader();
          return em;
        },
        async write(work, onBehalfOf = actor) {
          if (!running) throw new Error('this service has no database');
          const order = { actor: onBehalfOf, ifMatch: null, correlationId: request.id };
          const { result, revision } = await runUnitOfWork(running, order, work);
          if (revision) raised?.(revision);
          return result;
        },
      };
    },
  };
}

/** The request of what nobody requested: jobs, consumers, default data. */
export const noRequest: Request = { id: '', clientAddress: '', headers: {} };

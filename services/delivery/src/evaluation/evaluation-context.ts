import type { EvaluationContext } from '@signalbox/engine';
import { compareTexts } from '@signalbox/kit';
import type { GivenContext } from './read-context.ts';

/** An evaluation context, and whether the evaluation read a random session. */
export interface FilledContext {
  readonly context: EvaluationContext;
  /** True if a random session was read, so that the same context may get another result next time. */
  readonly drewSession: boolean;
}

/** Sets the environment to that of the features, whatever the caller sent. Without `drawSession`, a missing session stays missing. */
export function fillContext(given: GivenContext, environment: string, drawSession: (() => string) | null): FilledContext {
  const context = { ...given.fields, properties: given.properties, environment };
  if (!drawSession || given.fields.sessionId) return { context, drewSession: false };
  return fillSession(context, drawSession);
}

function fillSession(known: EvaluationContext, drawSession: () => string): FilledContext {
  let session: string | undefined;
  const context = {
    ...known,
    get sessionId() {
      session ??= drawSession();
      return session;
    },
  };
  return {
    context,
    get drewSession() {
      return session !== undefined;
    },
  };
}

/** A text that is equal for equal contexts, regardless of property order. */
export function textOf({ fields, properties }: GivenContext): string {
  return JSON.stringify([Object.entries(fields).sort(byName), Object.entries(properties).sort(byName)]);
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareTexts(left, right);
}

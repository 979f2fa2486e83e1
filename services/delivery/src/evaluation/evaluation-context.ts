import type { EvaluationContext } from '@signalbox/engine';
import { compareTexts } from '@signalbox/kit';
import type { GivenContext } from './read-context.ts';

/** What the engine gets to see of a given context, and whether it saw something that was made up. */
export interface FilledContext {
  readonly context: EvaluationContext;
  /** Whether a session was made up and looked at, so that the same context may come out otherwise next time. */
  readonly drewSession: boolean;
}

/** The environment is where the features are, whatever the caller calls it. Without `drawSession` a missing session stays missing. */
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

/** One text per context, in whatever order its parts were given. */
export function textOf({ fields, properties }: GivenContext): string {
  return JSON.stringify([Object.entries(fields).sort(byName), Object.entries(properties).sort(byName)]);
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareTexts(left, right);
}

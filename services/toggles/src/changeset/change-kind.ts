import { type Change, type Snapshot, type Touched, validator } from '@signalbox/contracts';
import { type Context, invalid } from '@signalbox/kit';
import type { Static, TSchema } from 'typebox';

/** Where a set of changes takes effect. */
export interface Scene {
  readonly project: string;
  readonly environment: string;
}

/** What a change is about, beside its payload. The feature is empty for changes to segments. */
export interface Target extends Scene {
  readonly projectId: string;
  readonly featureName: string;
}

/**
 * When a change takes effect, of those of one set: `last to go` so that what replaces it is there before, `switch` when all strategies
 * are there, `end` when nothing else is left to do.
 */
export type Turn = 'in order' | 'last to go' | 'switch' | 'end';

/** A kind of change, once its payload is known to be of the right shape. */
interface Declaration<Payload extends TSchema> {
  readonly payload: Payload;
  readonly of: 'feature' | 'segment';
  /** Beyond the environment: what it does counts in all environments of the project. */
  readonly projectWide?: true;
  readonly turn?: (payload: Static<Payload>) => Turn;
  /** Carries it out, by the function that the direct route calls. Throws what that refuses. */
  readonly carryOut: (context: Context, target: Target, payload: Static<Payload>) => Promise<unknown>;
  /** What it touches beside its feature. */
  readonly touches?: (target: Target, payload: Static<Payload>) => readonly Touched[];
  /** What is there now, as far as the change concerns it; null where nothing is. */
  readonly current: (context: Context, target: Target, payload: Static<Payload>) => Promise<Snapshot>;
  /** What it wants to be there, in the properties of `current`. */
  readonly proposed: (payload: Static<Payload>) => Snapshot;
  /** The change in one sentence, without the full stop. */
  readonly sentence: (target: Target, payload: Static<Payload>) => string;
}

/** A kind of change with a payload in hand. */
export interface ReadChange {
  readonly of: 'feature' | 'segment';
  readonly projectWide: boolean;
  readonly target: Target;
  readonly turn: Turn;
  readonly touches: readonly Touched[];
  readonly proposed: Snapshot;
  readonly sentence: string;
  readonly carryOut: (context: Context) => Promise<unknown>;
  readonly current: (context: Context) => Promise<Snapshot>;
}

/** Reads a change of one kind. Throws 400 for a payload of another shape. */
export type ChangeKind = (scene: Scene, change: Change) => ReadChange;

/** Declares a kind of change. */
export function changeKind<Payload extends TSchema>(declaration: Declaration<Payload>): ChangeKind {
  const isPayload = validator(declaration.payload, 'scalars');
  return (scene, change) => {
    const payload: unknown = structuredClone(change.payload ?? {});
    if (!isPayload(payload)) throw invalid(underPayload(isPayload.problemsOf(payload)), 'payload');
    const target = { ...scene, projectId: scene.project, featureName: change.feature ?? '' };
    const { of, projectWide = false, turn, carryOut, touches, current, proposed, sentence } = declaration;
    return {
      of,
      projectWide,
      target,
      turn: turn?.(payload) ?? 'in order',
      touches: [
        ...(change.feature === null ? [] : [{ kind: 'feature' as const, id: change.feature }]),
        ...(touches?.(target, payload) ?? []),
      ],
      proposed: proposed(payload),
      sentence: sentence(target, payload),
      carryOut: (context) => carryOut(context, target, payload),
      current: (context) => current(context, target, payload),
    };
  };
}

type Problems = Parameters<typeof invalid>[0];

const underPayload = (problems: Problems): Problems =>
  problems.map((problem) => ({ ...problem, instancePath: `/payload${problem.instancePath}` }));

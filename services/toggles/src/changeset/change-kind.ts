import { type Change, projectWideActions, type Snapshot, type Touched, validator } from '@signalbox/contracts';
import { type Context, invalid } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import type { Static, TSchema } from 'typebox';
import type { CurrentState } from './current-state.ts';

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

type Execute<Payload extends TSchema> = (context: Context, target: Target, payload: Static<Payload>) => Promise<unknown>;

/** One of several changes of a kind that are carried out together. */
export interface Item<Payload> {
  readonly target: Target;
  readonly payload: Payload;
}

/** All of them or, if one is refused, none: what it takes less of than one after the other would. */
interface ExecuteTogether<Payload extends TSchema> {
  readonly together: (context: Context, scene: Target, items: readonly Item<Static<Payload>>[]) => Promise<unknown>;
  /** Whether several may be about the same. Otherwise that is what each touches last. */
  readonly several?: true;
}

/** A kind of change, once its payload is known to be of the right shape. */
interface Declaration<Payload extends TSchema, Seen extends CurrentState> {
  readonly payload: Payload;
  readonly of: 'feature' | 'segment';
  readonly turn?: (payload: Static<Payload>) => Turn;
  /** Carries it out, by the function that the direct route calls. Throws what that refuses. */
  readonly execute: Execute<Payload> | ExecuteTogether<Payload>;
  /** What it touches beside its feature. */
  readonly touches?: (target: Target, payload: Static<Payload>) => readonly Touched[];
  /** The segments that decide what it does: when one changes, so does the effect of the change. */
  readonly uses?: (present: CurrentState, target: Target, payload: Static<Payload>) => readonly number[];
  /** What is there now, as far as the change concerns it; null where nothing is. */
  readonly current: (present: Seen, target: Target, payload: Static<Payload>) => Snapshot;
  /** What it wants to be there, in the properties of `current`. */
  readonly proposed: (payload: Static<Payload>) => Snapshot;
  /** The change in one sentence, without the full stop. */
  readonly sentence: (target: Target, payload: Static<Payload>) => string;
}

/** A kind of change with a payload in hand. */
export interface ReadChange<Seen extends CurrentState = CurrentState> {
  readonly of: 'feature' | 'segment';
  /** Whether it counts in all environments of the project. */
  readonly projectWide: boolean;
  readonly target: Target;
  readonly turn: Turn;
  readonly touches: readonly Touched[];
  readonly proposed: Snapshot;
  readonly sentence: string;
  readonly execute: (context: Context) => Promise<unknown>;
  /** With which others it can be carried out; null where that is none. */
  readonly together: Together | null;
  /** Ids of the segments that decide what it does. */
  readonly uses: (present: CurrentState) => readonly number[];
  readonly current: (present: Seen) => Snapshot;
}

/** A change that could be read, by its number. */
export interface Step {
  readonly id: number;
  readonly change: ReadChange;
}

/** What can be carried out with others of its kind. */
export interface Together {
  /** The same for all of a kind. */
  readonly kind: object;
  /** What no other of them may be about; null where several may. */
  readonly about: string | null;
  readonly item: Item<unknown>;
  readonly execute: (context: Context, items: readonly Item<unknown>[]) => Promise<unknown>;
}

/** Reads a change of one kind. Throws 400 for a payload of another shape. */
export type ChangeKind<Seen extends CurrentState = CurrentState> = (
  scene: Scene,
  change: Omit<Change, 'action'> & { readonly action: string },
) => ReadChange<Seen>;

/** Declares a kind of change. */
export function changeKind<Payload extends TSchema, Seen extends CurrentState = CurrentState>(
  declaration: Declaration<Payload, Seen>,
): ChangeKind<Seen> {
  const isPayload = validator(declaration.payload, 'scalars');
  return (scene, change) => {
    const payload: unknown = structuredClone(change.payload ?? {});
    if (!isPayload(payload)) throw invalid(underPayload(isPayload.problemsOf(payload)), 'payload');
    const target = { ...scene, projectId: scene.project, featureName: change.feature ?? '' };
    const { of, turn, execute, touches, uses, current, proposed, sentence } = declaration;
    const touched = [
      ...(change.feature === null ? [] : [{ kind: 'feature' as const, id: change.feature }]),
      ...(touches?.(target, payload) ?? []),
    ];
    const item = { target, payload };
    return {
      of,
      projectWide: projectWideActions.some((action) => action === change.action),
      target,
      turn: turn?.(payload) ?? 'in order',
      touches: touched,
      proposed: proposed(payload),
      sentence: sentence(target, payload),
      execute: (context) => (typeof execute === 'function' ? execute(context, target, payload) : execute.together(context, target, [item])),
      together: typeof execute === 'function' ? null : togetherOf(execute, item, touched),
      uses: (present) => uses?.(present, target, payload) ?? [],
      current: (present) => current(present, target, payload),
    };
  };
}

function togetherOf<Payload extends TSchema>(
  execute: ExecuteTogether<Payload>,
  item: Item<Static<Payload>>,
  touches: readonly Touched[],
): Together {
  const last = touches.at(-1);
  return {
    kind: execute,
    about: execute.several || !last ? null : keyOf(last),
    item,
    // Of the same kind, so that their payloads have one shape.
    execute: (context, items) => execute.together(context, item.target, items as readonly Item<Static<Payload>>[]),
  };
}

/** What is touched, as one text. */
export const keyOf = ({ kind, id }: Touched): string => compositeKey(kind, id);

type Problems = Parameters<typeof invalid>[0];

const underPayload = (problems: Problems): Problems =>
  problems.map((problem) => ({ ...problem, instancePath: `/payload${problem.instancePath}` }));

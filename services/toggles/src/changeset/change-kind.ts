import { type Change, type ChangeDefinition, phraseOf, type Snapshot, type Touched, validator } from '@signalbox/contracts';
import { declared, type Context, invalid, type RouteDeclaration } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import type { Static, TSchema } from 'typebox';
import type { CurrentState } from './current-state.ts';

/** The scope of a changeset. */
export interface Scene {
  readonly project: string;
  readonly environment: string;
}

/** The subject of a change in addition to its payload. The feature is empty for changes of segments. */
export interface Target extends Scene {
  readonly projectId: string;
  readonly featureName: string;
}

/**
 * The phase of a changeset in which a change takes effect: `plan` after other strategies are added, `last to go` after all
 * replacements are added, `switch` after all strategies are in place, `end` after everything else.
 */
export type Turn = 'in order' | 'plan' | 'last to go' | 'switch' | 'end';

type Execute<Payload extends TSchema> = (context: Context, target: Target, payload: Static<Payload>) => Promise<unknown>;

/** A change among several of a kind that are executed together. */
export interface Item<Payload> {
  readonly target: Target;
  readonly payload: Payload;
}

/** Executes several changes with fewer statements than one after the other. If one is refused, all are. */
interface ExecuteTogether<Payload extends TSchema> {
  readonly together: (context: Context, scene: Target, items: readonly Item<Static<Payload>>[]) => Promise<unknown>;
  /** True if several changes may have the same subject: the last object that a change touches. */
  readonly several?: true;
}

/** Effect of a kind of change, which only toggles knows. */
interface Declaration<Payload extends TSchema, Seen extends CurrentState> {
  readonly payload: Payload;
  /** The route that makes the same change directly. Its permission is that of the change. */
  readonly route: DirectRoute;
  readonly turn?: (payload: Static<Payload>) => Turn;
  /** Executes the change with the function of the direct route. Throws the failures of that function. */
  readonly execute: Execute<Payload> | ExecuteTogether<Payload>;
  /** The objects that the change touches in addition to its feature. */
  readonly touches?: (target: Target, payload: Static<Payload>) => readonly Touched[];
  /** The segments that determine the effect of the change. If one changes, so does the effect. */
  readonly uses?: (present: CurrentState, target: Target, payload: Static<Payload>) => readonly number[];
  /** The current state in the properties that the change affects; null if there is none. */
  readonly current: (present: Seen, target: Target, payload: Static<Payload>) => Snapshot;
  /** The state after the change, in the properties of `current`. */
  readonly proposed: (payload: Static<Payload>) => Snapshot;
}

/** A route that makes the same change as a kind. */
export interface DirectRoute {
  readonly declaration: RouteDeclaration;
}

/** A kind of change with its payload. */
export interface ReadChange<Seen extends CurrentState = CurrentState> {
  readonly of: 'feature' | 'segment' | 'environment';
  /** True if the change affects all environments of the project. */
  readonly projectWide: boolean;
  readonly target: Target;
  readonly turn: Turn;
  readonly touches: readonly Touched[];
  readonly proposed: Snapshot;
  /** The change in one sentence, without the full stop. */
  readonly sentence: string;
  readonly execute: (context: Context) => Promise<unknown>;
  /** Executes the change together with others; null if that is not possible. */
  readonly together: Together | null;
  /** Ids of the segments that determine the effect of the change. */
  readonly uses: (present: CurrentState) => readonly number[];
  readonly current: (present: Seen) => Snapshot;
}

/** A valid change with its number. */
export interface Step {
  readonly id: number;
  readonly change: ReadChange;
}

/** A change that can be executed together with others of its kind. */
export interface Together {
  /** The same object for all changes of a kind. */
  readonly kind: object;
  /** The subject of the change, which must be unique in a batch; null if it need not be. */
  readonly about: string | null;
  readonly item: Item<unknown>;
  readonly execute: (context: Context, items: readonly Item<unknown>[]) => Promise<unknown>;
}

/** A definition, of which a change that only undoes something has no more than this. Its scope is null if no environment guards it. */
type Defined = Pick<ChangeDefinition, 'of' | 'phrase'> & { readonly scope: ChangeDefinition['scope'] | null };

/** A kind of change. */
export interface ChangeKind<Seen extends CurrentState = CurrentState> {
  readonly scope: Defined['scope'];
  readonly route: DirectRoute;
  /** Reads a change of this kind. Throws 400 for an invalid payload. */
  readonly read: (scene: Scene, change: Pick<Change, 'feature' | 'payload'>) => ReadChange<Seen>;
}

/** Adds the part of toggles to a definition. */
export function changeKind<Payload extends TSchema, Seen extends CurrentState = CurrentState>(
  defined: Defined,
  { route, ...declaration }: Declaration<Payload, Seen>,
): ChangeKind<Seen> {
  return { scope: defined.scope, route, read: reader(defined, declaration) };
}

function reader<Payload extends TSchema, Seen extends CurrentState>(
  { of, scope, phrase }: Defined,
  declaration: Omit<Declaration<Payload, Seen>, 'route'>,
): ChangeKind<Seen>['read'] {
  const isPayload = validator(declaration.payload, 'scalars');
  return (scene, change) => {
    const sent: unknown = structuredClone(change.payload ?? {});
    if (!isPayload(sent)) throw invalid(underPayload(isPayload.problemsOf(sent)), 'payload');
    const payload = declared(declaration.payload, sent);
    const target = { ...scene, projectId: scene.project, featureName: change.feature ?? '' };
    const { turn, execute, touches, uses, current, proposed } = declaration;
    const touched = [
      ...(change.feature === null ? [] : [{ kind: 'feature' as const, id: change.feature }]),
      ...(touches?.(target, payload) ?? []),
    ];
    const item = { target, payload };
    return {
      of,
      projectWide: scope === 'project',
      target,
      turn: turn?.(payload) ?? 'in order',
      touches: touched,
      proposed: proposed(payload),
      sentence: phraseOf({ phrase }, change, scene.environment),
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
    // Changes of one kind have payloads of the same shape.
    execute: (context, items) => execute.together(context, item.target, items as readonly Item<Static<Payload>>[]),
  };
}

/** The touched object as a key of maps. */
export const keyOf = ({ kind, id }: Touched): string => compositeKey(kind, id);

type Problems = Parameters<typeof invalid>[0];

const underPayload = (problems: Problems): Problems =>
  problems.map((problem) => ({ ...problem, instancePath: `/payload${problem.instancePath}` }));

import {
  Failure,
  type FeatureState,
  judgeRules,
  type JudgedEvent,
  type Judgement,
  type RuleFacts,
  type Rules,
  type Tag,
} from '@signalbox/contracts';
import type { Context, DraftEvent, EntityManager } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { readRules } from '../../project/project/project.ts';
import { breaksGlass } from '../../project/protection/refuse-protected.ts';
import { tablesOf } from '../../tables/tables.ts';
import { readStatesAndTags } from './feature-state.ts';

/** The features of a unit of work at its end. */
export interface Served {
  readonly states: readonly FeatureState[];
  readonly tags: ReadonlyMap<string, readonly Tag[]>;
}

/**
 * Judges a unit of work by the rules of its projects, whatever route or function made it: direct writes and applied change requests. Jobs
 * and safeguards act by decisions that were judged when users made them.
 */
export async function guardRules(
  context: Context,
  events: readonly DraftEvent[],
  { rules, ...served }: Served & { readonly rules: ReadonlyMap<string, Rules> },
): Promise<void> {
  if (context.actor.kind === 'system' || rules.size === 0) return;
  const byProject = Map.groupBy(events, ({ body }) => body.project ?? '');
  for (const [project, active] of rules) {
    const bodies = (byProject.get(project) ?? []).map(({ body }) => body);
    for (const judgement of await judgeIn(context, active, { events: bodies, served, at: context.now() })) {
      const { environment } = judgement.event;
      if (environment === null || !breaksGlass(context, { project, environment })) throw refusal(judgement);
    }
  }
}

/** The refusals by feature of a proposal that emits these events. It changes nothing yet, so quiet hours do not matter. */
export type GuardProposal = (context: Context, events: readonly JudgedEvent[]) => Promise<ReadonlyMap<string, Failure>>;

export async function guardOfProposals(em: EntityManager, project: string): Promise<GuardProposal | null> {
  const active = (await readRules(em, [project])).get(project);
  if (!active) return null;
  return async (context, events) => {
    const names = [...new Set(events.flatMap(({ featureName }) => featureName ?? []))];
    const served = await readStatesAndTags(context.em, names);
    const broken = await judgeIn(context, active, { events, served });
    return new Map(broken.map((judgement) => [judgement.event.featureName ?? '', refusal(judgement)]));
  };
}

interface Unit {
  readonly events: readonly JudgedEvent[];
  readonly served: Served;
  readonly at?: Date;
}

/** The broken rules. */
async function judgeIn({ em }: Context, active: Rules, { events, served, at }: Unit): Promise<Judgement[]> {
  const states = new Map(served.states.map((state) => [state.name, state]));
  const names = [...new Set(events.flatMap(({ featureName }) => featureName ?? []))];
  const owned = active.ownerRequired || active.expiryRequired ? await readUnserved(em, names) : new Map<string, Unserved>();
  const factsOf = ({ featureName }: JudgedEvent): RuleFacts => {
    const state = states.get(featureName ?? '');
    const unserved = owned.get(featureName ?? '');
    return {
      at,
      description: state?.description,
      enabledIn: state && Object.fromEntries(Object.entries(state.environments).map(([name, { enabled }]) => [name, enabled])),
      tags: state && (served.tags.get(state.name) ?? []),
      hasOwner: unserved && unserved.owner !== null,
      lifetimeDays: unserved?.lifetime,
    };
  };
  return judgeRules(active, events, factsOf).filter(({ problem }) => Boolean(problem));
}

interface Unserved {
  readonly owner: number | null;
  readonly lifetime: number | null;
}

/** The facts that no application receives. */
async function readUnserved(em: EntityManager, names: readonly string[]): Promise<Map<string, Unserved>> {
  const found = new Map<string, Unserved>();
  await eachChunk(names, async (chunk) => {
    const rows = await tablesOf(em)
      .selectFrom('feature')
      .innerJoin('feature_type', 'feature_type.id', 'feature.type')
      .where('feature.name', 'in', chunk)
      .select(['feature.name', 'feature.owner_id as owner', 'feature_type.lifetime_days as lifetime'])
      .execute();
    for (const { name, ...unserved } of rows) found.set(name, unserved);
  });
  return found;
}

/** No permission replaces the rule. */
const refusal = ({ rule, problem }: Judgement): Failure =>
  new Failure('NoAccessError', problem ?? '', { extra: { permissions: [], rule } });

import type { Context } from '@signalbox/kit';
import { createSegment } from '../../feature/segment/create-segment.ts';
import { deleteSegment } from '../../feature/segment/delete-segment.ts';
import { updateSegment } from '../../feature/segment/update-segment.ts';
import { deleteTagType } from '../../feature/tag/delete-tag-type.ts';
import { createContextField, defaultSortOrder } from '../../vocabulary/context-field/create-context-field.ts';
import { deleteContextField } from '../../vocabulary/context-field/delete-context-field.ts';
import { updateContextField } from '../../vocabulary/context-field/update-context-field.ts';
import { createStrategyDefinition } from '../../vocabulary/strategy-definition/create-strategy-definition.ts';
import { deleteStrategyDefinition } from '../../vocabulary/strategy-definition/delete-strategy-definition.ts';
import { setDeprecated } from '../../vocabulary/strategy-definition/deprecate-strategy-definition.ts';
import { updateStrategyDefinition } from '../../vocabulary/strategy-definition/update-strategy-definition.ts';
import { createTagType } from '../../vocabulary/tag/create-tag-type.ts';
import { updateTagType } from '../../vocabulary/tag/update-tag-type.ts';
import { objectKey } from '../document/current-documents.ts';
import {
  type ContextFieldSpec,
  isOfProject,
  type Kind,
  type KindOfProject,
  type SegmentSpec,
  type StrategyDefinitionSpec,
  type TagTypeSpec,
} from '../document/document.schema.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';

/** A change of an object that features refer to. `set` owns it afterwards; undefined leaves the owner. */
interface ObjectChange {
  readonly op: PlannedAction['op'];
  readonly name: string;
  /** Complete, except for properties that have their default. */
  readonly spec: object;
  readonly set: string | undefined;
  /** Of an existing segment. */
  readonly id: number | undefined;
}

type Write = (context: Context, change: ObjectChange) => Promise<unknown>;

/** Writes objects with the functions of their own routes. */
const writers: Readonly<Record<Exclude<Kind, KindOfProject | 'Feature'>, Readonly<Record<PlannedAction['op'], Write>>>> = {
  TagType: {
    create: (context, { name, spec, set }) => createTagType(context, { name, ...(spec as TagTypeSpec) }, set),
    update: (context, { name, spec, set }) => {
      const { description = null, icon = null } = spec as TagTypeSpec;
      return updateTagType(context, name, { description, icon }, set);
    },
    delete: (context, { name }) => deleteTagType(context, name),
  },
  ContextField: {
    create: (context, { name, spec, set }) => createContextField(context, { name, ...(spec as ContextFieldSpec) }, set),
    update: (context, { name, spec, set }) => {
      const { description = null, stickiness = false, sortOrder = defaultSortOrder, legalValues = [] } = spec as ContextFieldSpec;
      return updateContextField(context, name, { description, stickiness, sortOrder, legalValues }, set);
    },
    delete: (context, { name }) => deleteContextField(context, name),
  },
  StrategyDefinition: {
    create: async (context, { name, spec, set }) => {
      const { deprecated = false, parameters = [], ...rest } = spec as StrategyDefinitionSpec;
      await createStrategyDefinition(context, { name, parameters, ...rest }, set);
      if (deprecated) await deprecate(context, name, true);
    },
    update: async (context, { name, spec, set }) => {
      const { title = null, description = null, deprecated = false, parameters = [] } = spec as StrategyDefinitionSpec;
      await updateStrategyDefinition(context, name, { title, description, parameters }, set);
      await deprecate(context, name, deprecated);
    },
    delete: (context, { name }) => deleteStrategyDefinition(context, name),
  },
  Segment: {
    create: (context, { name, spec, set }) => createSegment(context, segmentOf(name, spec), set),
    update: (context, { name, spec, set, id }) => updateSegment(context, id ?? 0, segmentOf(name, spec), set),
    delete: (context, { id }) => deleteSegment(context, id ?? 0),
  },
};

async function deprecate(context: Context, name: string, deprecated: boolean): Promise<void> {
  await context.em.flush();
  await setDeprecated(context, name, deprecated);
}

/** The complete segment. */
export function segmentOf(name: string, spec: object) {
  const { project = null, description = null, constraints = [] } = spec as SegmentSpec & { readonly project?: string };
  return { name, project, description, constraints };
}

/** Writes the direct changes of tag types, context fields, strategy types and segments. */
export async function writeObjects(context: Context, plan: ProjectPlan, actions: readonly PlannedAction[]): Promise<void> {
  for (const { kind, op, name, after } of actions) {
    if (isOfProject(kind) || kind === 'Feature') continue;
    const { managedBy, ...spec } = after ?? {};
    const set = op === 'create' ? (plan.set ?? undefined) : (managedBy as string | undefined);
    await writers[kind][op](context, { op, name, spec, set, id: plan.current.get(objectKey(kind, name))?.id });
    await context.em.flush();
  }
}

import { nullable, type ReleaseTemplateShape, TransitionCondition } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';
import { CreateStrategy, StrategySortOrder } from '../../feature/strategy/strategy.schema.ts';
import { maxSafeguards, WriteSafeguard } from './safeguard.schema.ts';
import type { ReleaseTemplate } from './template.ts';

export const templateParams = Type.Object({ templateId: Type.String() });
export const projectTemplateParams = Type.Object({ projectId: Type.String(), templateId: Type.String() });

/** Names neither start nor end with blanks, because databases treat trailing blanks differently. */
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '^\\S(?:[\\s\\S]*\\S)?$' });

/** Far above the number of stages that people can follow. */
export const milestoneCount = { minItems: 1, maxItems: 30 };

const { key: _key, ...strategyProperties } = CreateStrategy.properties;

export const WriteMilestoneStrategy = Type.Object({ ...strategyProperties, id: Type.Optional(Type.String()) });

/** A milestone or strategy keeps its id if the template has one with that id. Keys of strategies identify those outside of milestones. */
export const WriteMilestone = Type.Object({
  id: Type.Optional(Type.String()),
  name: Name,
  sortOrder: Type.Optional(StrategySortOrder),
  strategies: Type.Array(WriteMilestoneStrategy, { minItems: 1 }),
  transitionCondition: Type.Optional(nullable(TransitionCondition)),
});
export type WriteMilestone = Static<typeof WriteMilestone>;

export const WriteTemplate = Type.Object({
  name: Name,
  description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
  milestones: Type.Array(WriteMilestone, milestoneCount),
  /** Each plan gets copies of them. Absent in an update: they stay. */
  safeguards: Type.Optional(Type.Array(WriteSafeguard, { maxItems: maxSafeguards })),
});
export type WriteTemplate = Static<typeof WriteTemplate>;

export function serializeTemplate(template: ReleaseTemplate): ReleaseTemplateShape {
  const { id, name, description, project, milestones, safeguards, createdByUserId, createdAt, archivedAt } = template;
  return {
    id,
    discriminator: 'template',
    name,
    description: description ?? null,
    project: project || null,
    milestones,
    ...(safeguards && safeguards.length > 0 && { safeguards }),
    createdByUserId: createdByUserId ?? null,
    createdAt: createdAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
  };
}

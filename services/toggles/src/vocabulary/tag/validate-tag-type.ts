import { TagTypeShape } from '@signalbox/contracts';
import { changesNothing, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { CreateTagType } from './tag.schema.ts';
import { refuseTakenTagType } from './tag-type.ts';

export const validateTagTypeRoute = route(
  {
    method: 'post',
    path: '/api/admin/tag-types/validate',
    summary: 'Validate a new tag type',
    permission: 'authenticated',
    body: CreateTagType,
    answers: { 200: Type.Object({ valid: Type.Literal(true), tagType: TagTypeShape }) },
    failures: ['NameExistsError'],
    ...changesNothing,
  },
  async ({ body: { name, description = null, icon = null } }, { em }) => {
    await refuseTakenTagType(em, name);
    return { valid: true as const, tagType: { name, description, icon } };
  },
);

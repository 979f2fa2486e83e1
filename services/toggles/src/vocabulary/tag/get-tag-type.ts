import { TagTypeShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tagTypeParams } from './tag.schema.ts';
import { serializeTagType, findTagType } from './tag-type.ts';

export const getTagTypeRoute = route(
  {
    method: 'get',
    path: '/api/admin/tag-types/:name',
    summary: 'Get a tag type',
    permission: 'authenticated',
    params: tagTypeParams,
    answers: { 200: Type.Object({ version: Type.Literal(1), tagType: TagTypeShape }) },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => ({ version: 1 as const, tagType: serializeTagType(await findTagType(em, params.name)) }),
);

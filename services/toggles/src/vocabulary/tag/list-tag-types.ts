import { TagTypeShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { serializeTagType, TagType } from './tag-type.ts';

export const listTagTypesRoute = route(
  {
    method: 'get',
    path: '/api/admin/tag-types',
    summary: 'List the tag types',
    permission: 'authenticated',
    answers: { 200: Type.Object({ version: Type.Literal(1), tagTypes: Type.Array(TagTypeShape) }) },
    failures: [],
  },
  async (_input, { em }) => {
    const types = await em.find(TagType, {}, { orderBy: { name: 'asc' } });
    return { version: 1 as const, tagTypes: types.map(serializeTagType) };
  },
);

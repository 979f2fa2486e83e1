import { DateTime } from '@signalbox/contracts';
import { Type } from 'typebox';
import type { UserSetting } from '../../tables/user.ts';

/** A key that needs no escaping in a path. */
export const settingParams = Type.Object({ key: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' }) });

export const OwnSetting = Type.Object({
  key: Type.String(),
  /** The stored JSON value. */
  value: Type.Unknown(),
  updatedAt: DateTime,
});

export const serializeSetting = ({ key, content, updatedAt }: UserSetting) => ({
  key,
  value: JSON.parse(content) as unknown,
  updatedAt: updatedAt.toISOString(),
});

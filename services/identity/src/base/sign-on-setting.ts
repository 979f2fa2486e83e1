import { LockMode } from '@mikro-orm/core';
import { settingCreated, settingUpdated } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { signOnSettingTable, type SignOnId, type SignOnContents } from '../tables/sign-on-setting.ts';

/** A setting for logins. */
export class SignOnSetting extends signOnSettingTable.entity.class {}
signOnSettingTable.entity.setClass(SignOnSetting);

/** Null until an administrator has set it. */
export async function readSignOn<Id extends SignOnId>(em: EntityManager, id: Id): Promise<SignOnContents[Id] | null> {
  const setting = await em.findOne(SignOnSetting, { id });
  return (setting?.content as SignOnContents[Id] | undefined) ?? null;
}

/** Stores a setting and returns whether it changed. The event leaves out the content, because it contains secrets. */
export async function storeSignOn<Id extends SignOnId>(context: Context, id: Id, content: SignOnContents[Id]): Promise<boolean> {
  const setting = await context.em.findOne(SignOnSetting, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (setting && JSON.stringify(setting.content) === JSON.stringify(content)) return false;
  if (setting) setting.content = content;
  else context.em.create(SignOnSetting, { id, content });
  const data = { id, hideEventDetails: true };
  if (setting) context.publish(settingUpdated, { data, preData: { hideEventDetails: true } });
  else context.publish(settingCreated, { data });
  return true;
}

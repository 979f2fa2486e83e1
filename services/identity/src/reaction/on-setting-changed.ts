import { frontendOrigins, maintenanceMode, type settingCreated } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { KnownOrigin } from '../tables/projection.ts';
import { isMaintenance, KnownSetting } from '../base/known-setting.ts';

type Setting = ReceivedEvent<typeof settingCreated>['data'];

/** Only maintenance and the origins of pages are part of access. A setting without content has its default. */
export async function onSettingChanged(context: Context, { id, enabled = false, frontendApiOrigins }: Setting): Promise<void> {
  if (id === maintenanceMode) await keepMaintenance(context, enabled);
  if (id === frontendOrigins) await keepOrigins(context, frontendApiOrigins);
}

async function keepMaintenance(context: Context, enabled: boolean): Promise<void> {
  if ((await isMaintenance(context.em)) === enabled) return;
  await context.em.upsert(KnownSetting, { id: maintenanceMode, enabled });
}

/** An empty list allows every origin. Undefined means that the setting is unset, and the process's setting applies. */
async function keepOrigins(context: Context, origins: readonly string[] | undefined): Promise<void> {
  await context.em.nativeDelete(KnownOrigin, {});
  const allowed = origins?.length === 0 ? ['*'] : (origins ?? []);
  if (allowed.length > 0)
    await context.em.insertMany(
      KnownOrigin,
      allowed.map((origin) => ({ origin })),
    );
}

import { DateTime, nullable, SdkDetails } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { ValuesOf } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';
import { type applicationInstanceTable, fullInstance } from '../../tables/usage.ts';

/** A running instance of an application. IP addresses are not stored. */
export const Instance = Type.Object({
  instanceId: Type.String(),
  sdkVersion: nullable(Type.String()),
  sdkType: nullable(Type.String()),
  ...SdkDetails.properties,
  clientIp: Type.Null(),
  lastSeen: DateTime,
});

/** The instance that delivery names for reports without one, such as counts that a proxy collected from several instances. */
export const unnamedInstance = 'default';

/** The instances of an application that were seen in the last day, the newest first. */
export function readInstances(em: EntityManager, application: string): Promise<StoredInstance[]> {
  const instances = tablesOf(em).selectFrom('application_instance').where('app_name', '=', application);
  return fullInstance.read(instances.orderBy('seen_at', 'desc').orderBy('environment').orderBy('instance_id'));
}

export type StoredInstance = ValuesOf<typeof applicationInstanceTable>;

const noDetails: SdkDetails = {
  sdkFlavor: null,
  sdkFlavorVersion: null,
  platformName: null,
  platformVersion: null,
  yggdrasilVersion: null,
  specVersion: null,
};

export const serializeInstance = ({ instanceId, sdkVersion, sdkType, sdkDetails, seenAt }: StoredInstance): Static<typeof Instance> => ({
  instanceId,
  sdkVersion,
  sdkType,
  ...(sdkDetails ?? noDetails),
  clientIp: null,
  lastSeen: seenAt.toISOString(),
});

import { DateTime, nullable, SdkDetails } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { instantOf, type Tables, tablesOf } from '../../tables/tables.ts';

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
export function readInstances(em: EntityManager, application: string): Promise<Tables['application_instance'][]> {
  return tablesOf(em)
    .selectFrom('application_instance')
    .where('app_name', '=', application)
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('environment')
    .orderBy('instance_id')
    .execute();
}

const noDetails: SdkDetails = {
  sdkFlavor: null,
  sdkFlavorVersion: null,
  platformName: null,
  platformVersion: null,
  yggdrasilVersion: null,
  specVersion: null,
};

export const serializeInstance = (row: Tables['application_instance']): Static<typeof Instance> => ({
  instanceId: row.instance_id,
  sdkVersion: row.sdk_version,
  sdkType: row.sdk_type,
  ...(row.sdk_details === null ? noDetails : (JSON.parse(row.sdk_details) as SdkDetails)),
  clientIp: null,
  lastSeen: instantOf(row.seen_at),
});

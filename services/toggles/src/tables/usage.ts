import type { SdkDetails } from '@signalbox/contracts';
import { bigInteger, instant, json, longText, projectionOfAll, table, text } from '@signalbox/table';

export const usageHourTable = table('usage_hour', 'UsageHour', {
  hour: bigInteger().key(),
  environment: text(100).key(),
  appName: text(255).key(),
  featureName: text(100).key(),
  yes: bigInteger(),
  no: bigInteger(),
});

export const variantUsageHourTable = table('variant_usage_hour', 'VariantUsageHour', {
  hour: bigInteger().key(),
  environment: text(100).key(),
  appName: text(255).key(),
  featureName: text(100).key(),
  variant: text(100).key(),
  uses: bigInteger(),
});

/** Hours that are older than two days, summed up by day (UTC). */
export const usageDayTable = table('usage_day', 'UsageDay', {
  day: bigInteger().key(),
  environment: text(100).key(),
  appName: text(255).key(),
  featureName: text(100).key(),
  yes: bigInteger(),
  no: bigInteger(),
});

export const variantUsageDayTable = table('variant_usage_day', 'VariantUsageDay', {
  day: bigInteger().key(),
  environment: text(100).key(),
  appName: text(255).key(),
  featureName: text(100).key(),
  variant: text(100).key(),
  uses: bigInteger(),
});

/** A name that an application evaluates although no feature has it. */
export const unknownFlagTable = table('unknown_flag', 'UnknownFlag', {
  name: text(100).key(),
  appName: text(255).key(),
  environment: text(100).key(),
  seenAt: instant(),
});

export const applicationTable = table('application', 'Application', {
  name: text(255).key(),
  /** Names of strategies. */
  strategies: json<string[]>(),
  description: longText().nullable(),
  url: text(255).nullable(),
  color: text(50).nullable(),
  icon: text(255).nullable(),
  createdBy: text(255).nullable(),
  createdAt: instant(),
  seenAt: instant(),
});

export const fullApplication = projectionOfAll(applicationTable);

export const applicationHourTable = table('application_hour', 'ApplicationHour', {
  hour: bigInteger().key(),
  environment: text(100).key(),
  appName: text(255).key(),
});

export const applicationProjectTable = table('application_project', 'ApplicationProject', {
  appName: text(255).key(),
  environment: text(100).key(),
  projectId: text(100).key(),
  seenAt: instant(),
});

export const applicationInstanceTable = table('application_instance', 'ApplicationInstance', {
  appName: text(255).key(),
  environment: text(100).key(),
  instanceId: text(255).key(),
  sdkVersion: text(255).nullable(),
  sdkType: text(20).nullable(),
  sdkDetails: json<SdkDetails>().nullable(),
  createdAt: instant(),
  seenAt: instant(),
});

export const fullInstance = projectionOfAll(applicationInstanceTable);

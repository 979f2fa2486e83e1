import { frontendOrigins } from '@signalbox/contracts';
import { type ReadContext, route, type Settings } from '@signalbox/kit';
import type { Static } from 'typebox';
import manifest from '../../../package.json' with { type: 'json' };
import { getMaintenance } from './get-maintenance.ts';
import { InstanceSetting } from '../../tables/instance.ts';
import { shownLimits } from './limits.ts';
import type { Origins } from './origins.schema.ts';
import { supportUrl } from './support-url.ts';
import { UiConfig } from './ui-config.schema.ts';

export const getUiConfigRoute = route(
  {
    method: 'get',
    path: '/api/admin/ui-config',
    summary: 'Get the version, capabilities and limits of the server, and for administrators the allowed origins',
    permission: 'authenticated',
    answers: { 200: UiConfig },
    failures: [],
  },
  (_input, context) => getUiConfig(context),
);

const { version } = manifest;

/** The constant parts. The version is that of Signalbox, not of the reference system, and there is no check for updates. */
const fixed = {
  name: 'Signalbox',
  version,
  versionInfo: { current: { oss: version, enterprise: '' }, latest: {}, isLatest: true },
  environment: 'Signalbox',
  baseUriPath: '',
  // Makes consoles offer a login with name and password.
  authenticationType: 'open-source',
  disablePasswordAuth: false,
  emailEnabled: false,
  maxSessionsCount: 0,
  prometheusAPIAvailable: false,
  impactMetrics: 'internal',
  storiesPageEnabled: false,
  unleashContext: {},
  flags: {},
};

async function getUiConfig(context: ReadContext): Promise<Static<typeof UiConfig>> {
  const { access, actor, settings } = context;
  const support = settings.get(supportUrl);
  return {
    ...fixed,
    unleashUrl: settings.baseUrl ?? `http://localhost:${settings.port}`,
    maintenanceMode: (await getMaintenance(context)).enabled,
    resourceLimits: limitsOf(settings),
    ...(support !== null && { supportUrl: support }),
    ...(access.allows(actor, ['ADMIN']) && (await getOrigins(context))),
  };
}

/** Consoles replace a missing limit with one of their own and enforce it. */
const unlimited = 2_147_483_647;
const withoutLimit = ['apiTokens', 'environments', 'featureFlags', 'projects', 'releaseTemplates', 'segments'] as const;

const limitsOf = (settings: Settings): Record<string, number> => ({
  ...Object.fromEntries(withoutLimit.map((name) => [name, unlimited])),
  ...Object.fromEntries(Object.entries(shownLimits).map(([name, limit]) => [name, settings.get(limit)])),
});

/** The setting of administrators overrides the one of the process. */
async function getOrigins({ em, settings }: Pick<ReadContext, 'em' | 'settings'>): Promise<Origins> {
  const { content } = await em.findOneOrFail(InstanceSetting, { id: frontendOrigins });
  return { frontendApiOrigins: [...(content?.frontendApiOrigins ?? settings.frontendOrigins)] };
}

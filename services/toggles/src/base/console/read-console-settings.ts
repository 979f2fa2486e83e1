import { route } from '@signalbox/kit';
import { Type } from 'typebox';

const declared = { method: 'get', permission: 'authenticated', failures: [] } as const;

export const getTelemetrySettingsRoute = route(
  {
    ...declared,
    path: '/api/admin/telemetry/settings',
    summary: 'Read what is told to the makers: nothing',
    answers: {
      200: Type.Object({ versionInfoCollectionEnabled: Type.Boolean(), featureInfoCollectionEnabled: Type.Boolean() }),
    },
  },
  () => ({ versionInfoCollectionEnabled: false, featureInfoCollectionEnabled: false }),
);

export const listBannersRoute = route(
  {
    ...declared,
    path: '/api/admin/banners',
    summary: 'List the banners of consoles, of which there are none',
    answers: { 200: Type.Object({ banners: Type.Array(Type.Object({})) }) },
  },
  () => ({ banners: [] }),
);

import { route } from '@signalbox/kit';
import { Type } from 'typebox';

const declared = { method: 'get', permission: 'authenticated', failures: [] } as const;

export const getTelemetrySettingsRoute = route(
  {
    ...declared,
    path: '/api/admin/telemetry/settings',
    summary: 'Get news about the server; always empty',
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
    summary: 'List console banners; always empty',
    answers: { 200: Type.Object({ banners: Type.Array(Type.Object({})) }) },
  },
  () => ({ banners: [] }),
);

import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { Failure, frontendOrigins, settingCreated, settingUpdated } from '@signalbox/contracts';
import { type Context, empty, isOrigin, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { InstanceSetting } from '../../tables/instance.ts';

const maxOrigins = 100;

/** Origins whose pages may call the frontend API, as administrators send them. */
export const FrontendSettings = Type.Object({ frontendApiOrigins: Type.Array(Type.String({ maxLength: 255 }), { maxItems: maxOrigins }) });

export const setOriginsRoute = route(
  {
    method: 'post',
    path: '/api/admin/ui-config',
    summary: 'Set the origins that may call the Frontend API and OFREP from a browser',
    permission: 'ADMIN',
    body: Type.Object({ frontendSettings: Type.Optional(FrontendSettings) }),
    answers: { 204: empty },
    failures: ['BadDataError', 'NotFoundError'],
    events: [settingCreated, settingUpdated],
  },
  ({ body: { frontendSettings } }, context) => {
    if (!frontendSettings) throw new Failure('NotFoundError', 'frontendSettings is required. Other settings cannot be set here.');
    return setOrigins(context, frontendSettings.frontendApiOrigins, 'frontendSettings/frontendApiOrigins');
  },
);

/** Later consoles use this route instead of sending the complete configuration. */
export const setCorsRoute = route(
  {
    method: 'post',
    path: '/api/admin/ui-config/cors',
    summary: 'Set the origins that may call the Frontend API and OFREP from a browser, at the path that newer consoles use',
    permission: 'ADMIN',
    body: FrontendSettings,
    answers: { 204: empty },
    failures: ['BadDataError'],
    events: [settingCreated, settingUpdated],
  },
  ({ body }, context) => setOrigins(context, body.frontendApiOrigins, 'frontendApiOrigins'),
);

/** The gateway and delivery apply the origins once identity has published them: they are part of the access state. */
async function setOrigins(context: Context, origins: readonly string[], pointer: string): Promise<void> {
  refuseOthers(origins, pointer);
  const frontendApiOrigins = [...new Set(origins)];
  const setting = await context.em.findOneOrFail(InstanceSetting, { id: frontendOrigins }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const before = setting.content?.frontendApiOrigins;
  if (isDeepStrictEqual(before, frontendApiOrigins)) return;
  setting.content = { frontendApiOrigins };
  const data = { id: frontendOrigins, frontendApiOrigins };
  if (before) context.publish(settingUpdated, { data, preData: { frontendApiOrigins: before } });
  else context.publish(settingCreated, { data });
}

/** `*` makes other origins redundant, so it must be the only one. */
function refuseOthers(origins: readonly string[], pointer: string): void {
  const wrong = origins.findIndex((origin) => !isOrigin(origin) && (origin !== '*' || origins.length > 1));
  if (wrong < 0) return;
  const path = `${pointer}/${wrong}`;
  const message = `${path} must be an origin such as https://app.example.com, or * on its own; got ${origins[wrong]}.`;
  throw new Failure('BadDataError', message, { details: [{ path, message, description: message }] });
}

import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

/** Id of the maintenance setting. Toggles owns it, and access depends on it. */
export const maintenanceMode = 'maintenance.mode';

/**
 * Id of the setting with the origins whose pages may read responses to browsers. Toggles owns it, and identity distributes it to every
 * process.
 */
export const frontendOrigins = 'frontend.origins';

/** Settings with secrets (single sign-on) report only that they changed: `hideEventDetails`. */
const content = {
  enabled: Type.Optional(Type.Boolean()),
  frontendApiOrigins: Type.Optional(Type.Array(Type.String())),
  hideEventDetails: Type.Optional(Type.Boolean()),
};

const Setting = Type.Object({ id: Type.String(), ...content });
const Previous = Type.Object(content);

// Identity also emits them for its single sign-on settings; the envelope's source tells them apart.

export const settingCreated = defineEvent('toggles', 'setting-created', {
  when: 'a setting of the instance is stored for the first time (maintenance mode, allowed origins; by identity: single sign-on)',
  data: Setting,
});

export const settingUpdated = defineEvent('toggles', 'setting-updated', {
  when: 'a setting of the instance is updated (maintenance mode, allowed origins; by identity: single sign-on)',
  data: Setting,
  preData: nullable(Previous),
});

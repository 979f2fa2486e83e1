import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

/** The id of the setting that refuses changes: toggles owns it, access depends on it. */
export const maintenanceMode = 'maintenance.mode';

/** The id of the setting that says whose pages may read what browsers are answered: toggles owns it, identity tells every process. */
export const frontendOrigins = 'frontend.origins';

/** Settings with secrets (single sign-on) say only that they changed: `hideEventDetails`. */
const content = {
  enabled: Type.Optional(Type.Boolean()),
  frontendApiOrigins: Type.Optional(Type.Array(Type.String())),
  hideEventDetails: Type.Optional(Type.Boolean()),
};

const Setting = Type.Object({ id: Type.String(), ...content });
const Previous = Type.Object(content);

// Also stated by identity, for the single sign-on settings that it owns: the envelope's source tells which.

export const settingCreated = defineEvent('toggles', 'setting-created', {
  when: 'a setting of the instance is stored for the first time (maintenance mode, allowed origins; by identity: single sign-on)',
  data: Setting,
});

export const settingUpdated = defineEvent('toggles', 'setting-updated', {
  when: 'a setting of the instance is updated (maintenance mode, allowed origins; by identity: single sign-on)',
  data: Setting,
  preData: nullable(Previous),
});

import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';

const Banner = Type.Object({ id: Type.Integer(), message: Type.String(), enabled: Type.Boolean() });

export const bannerCreated = defineEvent('toggles', 'banner-created', {
  when: 'a message is put up for everybody who uses the console',
  data: Banner,
});

export const bannerUpdated = defineEvent('toggles', 'banner-updated', {
  when: 'a message of the console is changed, shown or hidden',
  data: Banner,
  preData: Banner,
});

export const bannerDeleted = defineEvent('toggles', 'banner-deleted', {
  when: 'a message of the console is deleted',
  preData: Banner,
});

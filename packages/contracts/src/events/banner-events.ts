import { Type } from 'typebox';
import { planEvent } from './define-event.ts';

const Banner = Type.Object({ id: Type.Integer(), message: Type.String(), enabled: Type.Boolean() });

export const bannerCreated = planEvent('toggles', 'banner-created', {
  when: 'a message is put up for everybody who uses the console',
  data: Banner,
});

export const bannerUpdated = planEvent('toggles', 'banner-updated', {
  when: 'a message of the console is changed, shown or hidden',
  data: Banner,
  preData: Banner,
});

export const bannerDeleted = planEvent('toggles', 'banner-deleted', {
  when: 'a message of the console is deleted',
  preData: Banner,
});

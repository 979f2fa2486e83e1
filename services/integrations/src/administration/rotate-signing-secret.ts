import { hourMs, routeWith } from '@signalbox/kit';
import { addonConfigUpdated, DateTime, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { lockAddon } from '../addon/addon.ts';
import { addonFact, addonParams } from '../addon/addon.schema.ts';
import type { ParameterState } from '../addon/addon-parameters.ts';
import { newSigningSecret, signingPurpose } from '../addon/signature.ts';

const [defaultOverlapHours, maxOverlapHours] = [24, 24 * 7];

export const rotateSigningSecretRoute = routeWith<ParameterState>()(
  {
    method: 'post',
    path: '/api/admin/addons/:id/signing-secret',
    summary: 'Rotate an add-on’s signing secret; only this response contains the new one, and both sign requests during the overlap',
    permission: 'UPDATE_ADDON',
    params: addonParams,
    body: Type.Object({
      overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOverlapHours, default: defaultOverlapHours })),
    }),
    holdsSecret: true,
    answers: {
      201: Type.Object({
        secret: Type.String({ description: '`whsec_` and Base64, the format of Standard Webhooks libraries.' }),
        previousUntil: nullable(DateTime),
      }),
    },
    failures: ['NotFoundError'],
    events: [addonConfigUpdated],
    transaction: { none: 'because secrets are encrypted outside the database' },
  },
  ({ params: { id }, body: { overlapHours = defaultOverlapHours } }, context) =>
    context.write(async (unit) => {
      const addon = await lockAddon(unit, id);
      const secret = newSigningSecret();
      const { signingSecret: previousSecret } = addon;
      const previousUntil = previousSecret === null ? null : new Date(unit.now().getTime() + overlapHours * hourMs);
      Object.assign(addon, { signingSecret: context.state.cipher.encrypt(secret, signingPurpose(id)), previousSecret, previousUntil });
      const [data, preData] = [addonFact(addon), addonFact(addon)];
      unit.publish(addonConfigUpdated, { data, preData }); // identical, because events contain no secrets
      return { secret, previousUntil: previousUntil?.toISOString() ?? null };
    }),
);

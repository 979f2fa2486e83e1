import { settingCreated, settingUpdated } from '@signalbox/contracts';
import { routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { OutboundState } from '@signalbox/outbound';
import type { CipherState } from '../../base/cipher.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import { admissionFields, Flag, refuseMissing, secretPlaceholder, trimmed, Url } from './admission.schema.ts';
import { setSignOn } from './set-sign-on.ts';
import type { OidcSettings } from '../../tables/sign-on-setting.ts';

const path = '/api/admin/auth/oidc/settings';
const id = 'unleash.enterprise.auth.oidc';
/** Encryption purpose of the client secret. */
export const secretPurpose = 'sign-on setting: secret of the OpenID client';

export const OidcSettingsShape = Type.Object({
  enabled: Type.Optional(Type.Boolean({ default: false })),
  discoverUrl: Type.Optional(Url),
  clientId: Type.Optional(Type.String({ maxLength: 1000 })),
  secret: Type.Optional(Type.String({ maxLength: 4000, description: `The client secret; returned as ${secretPlaceholder}.` })),
  enableSingleSignOut: Flag,
  acrValues: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Authentication context classes to request, separated by spaces.' }),
  ),
  idTokenSigningAlgorithm: Type.Optional(Type.Enum(['RS256', 'RS384', 'RS512'])),
  addGroupsScope: Flag,
  requireVerifiedEmail: Type.Optional(
    Type.Boolean({ description: 'Reject ID tokens without `email_verified`. Set it for providers that anyone can join.' }),
  ),
  enablePkce: Type.Optional(Type.Boolean({ description: 'Ignored; PKCE is always used.' })),
  ...admissionFields,
});
export type OidcSettingsShape = Static<typeof OidcSettingsShape>;

export const getOidcSettingsRoute = routeWith()(
  {
    method: 'get',
    path,
    summary: 'Get the OpenID Connect settings',
    permission: 'ADMIN',
    answers: { 200: OidcSettingsShape },
    failures: [],
  },
  async (_input, { em }) => serializeSettings(await readSignOn(em, id)),
);

export const setOidcSettingsRoute = routeWith<CipherState & OutboundState>()(
  {
    method: 'post',
    path,
    summary: 'Set the OpenID Connect settings',
    permission: 'ADMIN',
    body: OidcSettingsShape,
    holdsSecret: true,
    answers: { 200: OidcSettingsShape },
    failures: ['BadDataError', 'StepUpRequired'],
    events: [settingCreated, settingUpdated],
    transaction: { none: 'because secrets are encrypted outside the database' },
  },
  ({ body }, context) =>
    context.write(async (work) =>
      serializeSettings(await setSignOn(work, id, body, (before) => contentOf(trimmed(body), before, context.state))),
    ),
);

function contentOf(
  { secret, ...body }: OidcSettingsShape,
  before: OidcSettings | null,
  { cipher, outbound }: CipherState & OutboundState,
): OidcSettings {
  const enabled = body.enabled ?? false;
  if (body.discoverUrl) outbound.refuse(body.discoverUrl);
  // A stored secret is sent only to the provider that it was entered for.
  const previous = before?.discoverUrl === body.discoverUrl ? before?.secret : undefined;
  const encrypted = secret === secretPlaceholder ? previous : secret && cipher.encrypt(secret, secretPurpose);
  if (enabled) refuseMissing({ ...body, secret: encrypted }, ['discoverUrl', 'clientId', 'secret']);
  return { ...body, enabled, ...(encrypted && { secret: encrypted }) };
}

const serializeSettings = (content: OidcSettings | null): OidcSettingsShape => ({
  enabled: false,
  ...content,
  ...(content?.secret && { secret: secretPlaceholder }),
});

import { Failure, settingCreated, settingUpdated } from '@signalbox/contracts';
import { routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { Cipher, CipherState } from '../../base/cipher.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import { admissionFields, refuseMissing, refuseNoUrl, secretPlaceholder, trimmed, Url } from './admission.schema.ts';
import { certificatesIn, privateKeyIn } from './pem.ts';
import { setSignOn } from './set-sign-on.ts';
import type { SamlSettings } from '../../tables/sign-on-setting.ts';

const path = '/api/admin/auth/saml/settings';
const id = 'unleash.enterprise.auth.saml';
/** Encryption purpose of the private key. */
export const keyPurpose = 'sign-on setting: private key for SAML';

export const SamlSettingsShape = Type.Object({
  enabled: Type.Optional(Type.Boolean({ default: false })),
  entityId: Type.Optional(
    Type.String({ maxLength: 1000, description: 'The entity id of the identity provider: the issuer of its assertions.' }),
  ),
  signOnUrl: Type.Optional(Url),
  certificate: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        'The X.509 certificate of the identity provider, in PEM or Base64. Only its signatures are accepted. During a rollover, PEM may contain several.',
    }),
  ),
  signOutUrl: Type.Optional(Url),
  spCertificate: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: `The private RSA key, in PEM, that signs log-out requests; returned as ${secretPlaceholder}.`,
    }),
  ),
  ...admissionFields,
});
export type SamlSettingsShape = Static<typeof SamlSettingsShape>;

export const getSamlSettingsRoute = routeWith()(
  {
    method: 'get',
    path,
    summary: 'Get the SAML settings',
    permission: 'ADMIN',
    answers: { 200: SamlSettingsShape },
    failures: [],
  },
  async (_input, { em }) => serializeSettings(await readSignOn(em, id)),
);

export const setSamlSettingsRoute = routeWith<CipherState>()(
  {
    method: 'post',
    path,
    summary: 'Set the SAML settings',
    permission: 'ADMIN',
    body: SamlSettingsShape,
    answers: { 200: SamlSettingsShape },
    failures: ['BadDataError', 'StepUpRequired'],
    events: [settingCreated, settingUpdated],
    transaction: { none: 'because secrets are encrypted outside the database', repetitions: 'replayed' },
  },
  ({ body }, context) =>
    context.write(async (work) =>
      serializeSettings(await setSignOn(work, id, body, (before) => contentOf(trimmed(body), before, context.state.cipher))),
    ),
);

function contentOf({ spCertificate, ...body }: SamlSettingsShape, before: SamlSettings | null, cipher: Cipher): SamlSettings {
  const enabled = body.enabled ?? false;
  if (enabled) refuseMissing(body, ['entityId', 'signOnUrl', 'certificate']);
  refuseNoUrl('signOnUrl', body.signOnUrl);
  refuseNoUrl('signOutUrl', body.signOutUrl);
  if (body.certificate) refuseNoCertificate(body.certificate);
  const stored = spCertificate === secretPlaceholder ? before?.spCertificate : spCertificate && encryptKey(spCertificate, cipher);
  return { ...body, enabled, ...(stored && { spCertificate: stored }) };
}

function refuseNoCertificate(text: string): void {
  try {
    certificatesIn(text);
  } catch (cause) {
    throw new Failure('BadDataError', 'certificate must be an X.509 certificate with an RSA key, in PEM or Base64.', {
      path: 'certificate',
      cause,
    });
  }
}

function encryptKey(text: string, cipher: Cipher): string {
  try {
    privateKeyIn(text);
  } catch (cause) {
    throw new Failure('BadDataError', 'spCertificate must be a private RSA key in PEM, without a passphrase.', {
      path: 'spCertificate',
      cause,
    });
  }
  return cipher.encrypt(text, keyPurpose);
}

const serializeSettings = (content: SamlSettings | null): SamlSettingsShape => ({
  enabled: false,
  ...content,
  ...(content?.spCertificate && { spCertificate: secretPlaceholder }),
});

import { attempt, execute } from '../../../parts/layer/attempt.ts';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer } from '../../../parts/panel/panel.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { Switch } from '../../../parts/mark/switch.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { signOnTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';
import { admissionEntries, admissionOf, filled } from './admission.ts';
import * as buttonStyles from '../../../parts/mark/button.module.css';
import * as formStyles from '../../../parts/mark/form.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';

/** Authentication settings: passwords, second factors and identity providers. */
export function SignOn() {
  return (
    <>
      <PageHead title={frameTexts.settings.sections['sign-on'].title} about={signOnTexts.about} />
      <Passwords />
      <SecondFactors />
      <OpenId />
      <Saml />
      <Scim />
    </>
  );
}

function Passwords() {
  const simple = useAnswer('GET /api/admin/auth/simple/settings', {});
  const turn = (disabled: boolean) => attempt(() => ask('POST /api/admin/auth/simple/settings', { body: { disabled } }), signOnTexts.saved);
  return (
    <section class={panelStyles.panel} aria-label={signOnTexts.passwords}>
      <header>
        <h2>{signOnTexts.passwords}</h2>
      </header>
      <Answer of={simple}>
        {({ disabled }) => (
          <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
            <p class={panelStyles.line}>
              <Switch label={signOnTexts.passwordsOn} isOn={!disabled} press={() => void turn(!disabled)} />
              {disabled ? signOnTexts.passwordsAreOff : signOnTexts.passwordsAreOn}
            </p>
            <p class={`${panelStyles.about} dim`}>{partsTexts.password.rules}</p>
          </div>
        )}
      </Answer>
    </section>
  );
}

function SecondFactors() {
  const policy = useAnswer('GET /api/admin/auth/second-factor/settings', {});
  const roles = useAnswer('GET /api/admin/roles', {});
  return (
    <section class={panelStyles.panel} aria-label={signOnTexts.factors}>
      <header>
        <h2>{signOnTexts.factors}</h2>
      </header>
      <Answer of={policy}>
        {({ everybody, rootRoles }) => (
          <div class={panelStyles.body}>
            <ValueForm
              submitTitle={signOnTexts.saveFactors}
              initial={{ everybody, rootRoles: rootRoles.map(String) as readonly string[] }}
              entries={({ everybody: ofAll }) => ({
                everybody: { kind: 'flag', label: signOnTexts.factorsOfAll, hint: signOnTexts.factorsHint },
                ...(!ofAll && {
                  rootRoles: {
                    kind: 'choices',
                    label: signOnTexts.factorsOfRoles,
                    choices: choicesOf((roles.data?.roles ?? []).filter(({ type }) => type.startsWith('root'))),
                  },
                }),
              })}
              submit={(values) =>
                execute(
                  () =>
                    ask('POST /api/admin/auth/second-factor/settings', {
                      body: { everybody: values.everybody, rootRoles: values.rootRoles.map(Number) },
                    }),
                  signOnTexts.saved,
                )
              }
            />
          </div>
        )}
      </Answer>
    </section>
  );
}

type OidcSettings = AnswerOf<'GET /api/admin/auth/oidc/settings'>;

function OpenId() {
  const oidc = useAnswer('GET /api/admin/auth/oidc/settings', {});
  return (
    <section class={panelStyles.panel} aria-label={signOnTexts.oidc}>
      <header>
        <h2>{signOnTexts.oidc}</h2>
      </header>
      <Answer of={oidc}>{(settings) => <OpenIdForm settings={settings} />}</Answer>
    </section>
  );
}

const OpenIdForm = ({ settings }: { readonly settings: OidcSettings }) => (
  <div class={panelStyles.body}>
    <p class={`${panelStyles.about} dim`}>{signOnTexts.callback(`${location.origin}/auth/oidc/callback`)}</p>
    <ValueForm
      submitTitle={signOnTexts.saveOidc}
      initial={{
        enabled: settings.enabled ?? false,
        discoverUrl: settings.discoverUrl ?? '',
        clientId: settings.clientId ?? '',
        secret: settings.secret ?? '',
        acrValues: settings.acrValues ?? '',
        enableSingleSignOut: settings.enableSingleSignOut ?? false,
        addGroupsScope: settings.addGroupsScope ?? false,
        ...admissionOf(settings),
      }}
      entries={{
        enabled: { kind: 'flag', label: signOnTexts.enableOidc },
        discoverUrl: { kind: 'text', label: signOnTexts.discoverUrl, hint: signOnTexts.discoverHint },
        clientId: { kind: 'text', label: signOnTexts.clientId },
        secret: { kind: 'secret', label: signOnTexts.clientSecret, hint: signOnTexts.secretHint, autocomplete: 'new-password' },
        acrValues: { kind: 'text', label: signOnTexts.acrValues, hint: signOnTexts.acrHint },
        enableSingleSignOut: { kind: 'flag', label: signOnTexts.singleSignOut },
        addGroupsScope: { kind: 'flag', label: signOnTexts.groupsScope },
        ...admissionEntries,
      }}
      submit={(values) =>
        execute(() => ask('POST /api/admin/auth/oidc/settings', { body: { ...settings, ...filled(values) } }), signOnTexts.saved)
      }
    />
  </div>
);

type SamlSettings = AnswerOf<'GET /api/admin/auth/saml/settings'>;

function Saml() {
  const saml = useAnswer('GET /api/admin/auth/saml/settings', {});
  return (
    <section class={panelStyles.panel} aria-label={signOnTexts.saml}>
      <header>
        <h2>{signOnTexts.saml}</h2>
      </header>
      <Answer of={saml}>{(settings) => <SamlForm settings={settings} />}</Answer>
    </section>
  );
}

const SamlForm = ({ settings }: { readonly settings: SamlSettings }) => (
  <div class={panelStyles.body}>
    <p class={`${panelStyles.about} dim`}>{signOnTexts.callback(`${location.origin}/auth/saml/callback`)}</p>
    <ValueForm
      submitTitle={signOnTexts.saveSaml}
      initial={{
        enabled: settings.enabled ?? false,
        entityId: settings.entityId ?? '',
        signOnUrl: settings.signOnUrl ?? '',
        certificate: settings.certificate ?? '',
        signOutUrl: settings.signOutUrl ?? '',
        spCertificate: settings.spCertificate ?? '',
        ...admissionOf(settings),
      }}
      entries={{
        enabled: { kind: 'flag', label: signOnTexts.enableSaml },
        entityId: { kind: 'text', label: signOnTexts.entityId },
        signOnUrl: { kind: 'text', label: signOnTexts.signOnUrl },
        certificate: { kind: 'area', label: signOnTexts.certificate },
        signOutUrl: { kind: 'text', label: signOnTexts.signOutUrl },
        spCertificate: { kind: 'area', label: signOnTexts.ownKey, hint: signOnTexts.secretHint },
        ...admissionEntries,
      }}
      submit={(values) =>
        execute(() => ask('POST /api/admin/auth/saml/settings', { body: { ...settings, ...filled(values) } }), signOnTexts.saved)
      }
    />
  </div>
);

function Scim() {
  const scim = useAnswer('GET /api/admin/scim-settings', {});
  const turn = (enabled: boolean) =>
    attempt(async () => showScimToken((await ask('POST /api/admin/scim-settings', { body: { enabled } })).token), signOnTexts.saved);
  const renew = () => attempt(async () => showScimToken((await ask('POST /api/admin/scim-settings/generate-new-token', {})).token));
  return (
    <section class={panelStyles.panel} aria-label={signOnTexts.scim}>
      <header>
        <h2>{signOnTexts.scim}</h2>
      </header>
      <Answer of={scim}>
        {({ enabled, hasToken }) => (
          <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
            <p class={panelStyles.line}>
              <Switch label={signOnTexts.scimOn} isOn={enabled} press={() => void turn(!enabled)} />
              {signOnTexts.scimAbout(`${location.origin}/scim`)}
            </p>
            {hasToken && (
              <button type="button" class={buttonStyles.button} onClick={() => void renew()}>
                {signOnTexts.renewScim}
              </button>
            )}
          </div>
        )}
      </Answer>
    </section>
  );
}

function showScimToken(token: string | undefined): void {
  if (token !== undefined) showOnce({ title: signOnTexts.scimToken, parts: [{ label: partsTexts.apiTokens.secret, text: token }] });
  void askAgain();
}

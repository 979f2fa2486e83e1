import { attempt, carryOut } from '../../../parts/attempt.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { Answer } from '../../../parts/panel.tsx';
import { showOnce } from '../../../parts/shown-once.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { ValueForm } from '../../../parts/value-form.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { words } from '../../../base/words.ts';
import { choicesOf } from '../../../parts/role-choices.ts';
import { admissionEntries, admissionOf, filled } from './admission.ts';

/** How people come in: passwords, second factors, identity providers. */
export function SignOn() {
  return (
    <>
      <PageHead title={words.settings.chapters['sign-on'].title} about={words.signOn.about} />
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
  const turn = (disabled: boolean) =>
    attempt(() => ask('POST /api/admin/auth/simple/settings', { body: { disabled } }), words.signOn.saved);
  return (
    <section class="panel" aria-label={words.signOn.passwords}>
      <header>
        <h2>{words.signOn.passwords}</h2>
      </header>
      <Answer of={simple}>
        {({ disabled }) => (
          <div class="body form">
            <p class="line">
              <Switch label={words.signOn.passwordsOn} isOn={!disabled} press={() => void turn(!disabled)} />
              {disabled ? words.signOn.passwordsAreOff : words.signOn.passwordsAreOn}
            </p>
            <p class="dim">{words.password.rules}</p>
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
    <section class="panel" aria-label={words.signOn.factors}>
      <header>
        <h2>{words.signOn.factors}</h2>
      </header>
      <Answer of={policy}>
        {({ everybody, rootRoles }) => (
          <div class="body">
            <ValueForm
              submitTitle={words.signOn.saveFactors}
              initial={{ everybody, rootRoles: rootRoles.map(String) as readonly string[] }}
              entries={({ everybody: ofAll }) => ({
                everybody: { kind: 'flag', label: words.signOn.factorsOfAll, hint: words.signOn.factorsHint },
                ...(!ofAll && {
                  rootRoles: {
                    kind: 'choices',
                    label: words.signOn.factorsOfRoles,
                    choices: choicesOf((roles.data?.roles ?? []).filter(({ type }) => type.startsWith('root'))),
                  },
                }),
              })}
              submit={(values) =>
                carryOut(
                  () =>
                    ask('POST /api/admin/auth/second-factor/settings', {
                      body: { everybody: values.everybody, rootRoles: values.rootRoles.map(Number) },
                    }),
                  words.signOn.saved,
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
    <section class="panel" aria-label={words.signOn.oidc}>
      <header>
        <h2>{words.signOn.oidc}</h2>
      </header>
      <Answer of={oidc}>{(settings) => <OpenIdForm settings={settings} />}</Answer>
    </section>
  );
}

const OpenIdForm = ({ settings }: { readonly settings: OidcSettings }) => (
  <div class="body">
    <p class="dim">{words.signOn.callback(`${location.origin}/auth/oidc/callback`)}</p>
    <ValueForm
      submitTitle={words.signOn.saveOidc}
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
        enabled: { kind: 'flag', label: words.signOn.enableOidc },
        discoverUrl: { kind: 'text', label: words.signOn.discoverUrl, hint: words.signOn.discoverHint },
        clientId: { kind: 'text', label: words.signOn.clientId },
        secret: { kind: 'secret', label: words.signOn.clientSecret, hint: words.signOn.secretHint, autocomplete: 'new-password' },
        acrValues: { kind: 'text', label: words.signOn.acrValues, hint: words.signOn.acrHint },
        enableSingleSignOut: { kind: 'flag', label: words.signOn.singleSignOut },
        addGroupsScope: { kind: 'flag', label: words.signOn.groupsScope },
        ...admissionEntries,
      }}
      submit={(values) =>
        carryOut(() => ask('POST /api/admin/auth/oidc/settings', { body: { ...settings, ...filled(values) } }), words.signOn.saved)
      }
    />
  </div>
);

type SamlSettings = AnswerOf<'GET /api/admin/auth/saml/settings'>;

function Saml() {
  const saml = useAnswer('GET /api/admin/auth/saml/settings', {});
  return (
    <section class="panel" aria-label={words.signOn.saml}>
      <header>
        <h2>{words.signOn.saml}</h2>
      </header>
      <Answer of={saml}>{(settings) => <SamlForm settings={settings} />}</Answer>
    </section>
  );
}

const SamlForm = ({ settings }: { readonly settings: SamlSettings }) => (
  <div class="body">
    <p class="dim">{words.signOn.callback(`${location.origin}/auth/saml/callback`)}</p>
    <ValueForm
      submitTitle={words.signOn.saveSaml}
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
        enabled: { kind: 'flag', label: words.signOn.enableSaml },
        entityId: { kind: 'text', label: words.signOn.entityId },
        signOnUrl: { kind: 'text', label: words.signOn.signOnUrl },
        certificate: { kind: 'area', label: words.signOn.certificate },
        signOutUrl: { kind: 'text', label: words.signOn.signOutUrl },
        spCertificate: { kind: 'area', label: words.signOn.ownKey, hint: words.signOn.secretHint },
        ...admissionEntries,
      }}
      submit={(values) =>
        carryOut(() => ask('POST /api/admin/auth/saml/settings', { body: { ...settings, ...filled(values) } }), words.signOn.saved)
      }
    />
  </div>
);

function Scim() {
  const scim = useAnswer('GET /api/admin/scim-settings', {});
  const turn = (enabled: boolean) =>
    attempt(async () => showScimToken((await ask('POST /api/admin/scim-settings', { body: { enabled } })).token), words.signOn.saved);
  const renew = () => attempt(async () => showScimToken((await ask('POST /api/admin/scim-settings/generate-new-token', {})).token));
  return (
    <section class="panel" aria-label={words.signOn.scim}>
      <header>
        <h2>{words.signOn.scim}</h2>
      </header>
      <Answer of={scim}>
        {({ enabled, hasToken }) => (
          <div class="body form">
            <p class="line">
              <Switch label={words.signOn.scimOn} isOn={enabled} press={() => void turn(!enabled)} />
              {words.signOn.scimAbout(`${location.origin}/scim`)}
            </p>
            {hasToken && (
              <button type="button" class="b" onClick={() => void renew()}>
                {words.signOn.renewScim}
              </button>
            )}
          </div>
        )}
      </Answer>
    </section>
  );
}

function showScimToken(token: string | undefined): void {
  if (token !== undefined) showOnce({ title: words.signOn.scimToken, parts: [{ label: words.apiTokens.secret, text: token }] });
  void askAgain();
}

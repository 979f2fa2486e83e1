import type { ComponentChildren } from 'preact';
import { attempt } from '../../../parts/layer/attempt.ts';
import { showError, showToast, showRefusal } from '../../../parts/layer/toast.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer, Panel } from '../../../parts/panel/panel.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { Tabs } from '../../../parts/mark/tabs.tsx';
import { Switch } from '../../../parts/mark/switch.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { askAgain, useAnswer, ask } from '../../../server/ask.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';
import { admissionOf, filled, useAdmissionEntries } from './admission.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as formStyles from '../../../parts/mark/form.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';
import { passwordRules } from '../../log-in/password-strength.tsx';

const tabs = { passwords: 'Passwords', oidc: 'OpenID Connect', saml: 'SAML', scim: 'Provisioning' };

/** Authentication settings in tabs: passwords with second factors, and identity providers. */
export function SignOn({ id = 'passwords' }: { readonly id?: string }) {
  return (
    <>
      <PageHead title="Authentication" about="How people log in: passwords, two-factor authentication and identity providers." />
      <Tabs
        label="Ways to log in"
        tabs={Object.entries(tabs).map(([tab, title]) => ({ href: `/settings/sign-on/${tab}`, title, isCurrent: tab === id }))}
      />
      {id === 'passwords' && <Passwords />}
      {id === 'passwords' && <SecondFactors />}
      {id === 'oidc' && <OpenId />}
      {id === 'saml' && <Saml />}
      {id === 'scim' && <Scim />}
    </>
  );
}

function Passwords() {
  const simple = useAnswer('GET /api/admin/auth/simple/settings', {});
  const turn = (disabled: boolean) => attempt(() => ask('POST /api/admin/auth/simple/settings', { body: { disabled } }), 'Settings saved.');
  return (
    <Panel title="Passwords">
      <Answer of={simple}>
        {({ disabled }) => (
          <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
            <p class={panelStyles.line}>
              <Switch label="Password login" isOn={!disabled} press={() => void turn(!disabled)} />
              {disabled
                ? 'Users can’t log in with a password. To turn it back on without another way in, set FORCE_PASSWORD_LOGIN on the server.'
                : 'Users can log in with a password.'}
            </p>
            <p class={`${panelStyles.about} dim`}>{passwordRules}</p>
          </div>
        )}
      </Answer>
    </Panel>
  );
}

function SecondFactors() {
  const policy = useAnswer('GET /api/admin/auth/second-factor/settings', {});
  const roles = useAnswer('GET /api/admin/roles', {});
  return (
    <Panel title="Two-factor authentication">
      <Answer of={policy}>
        {({ everybody, rootRoles }) => (
          <ValueForm
            submitTitle="Save two-factor authentication"
            initial={{ everybody, rootRoles: rootRoles.map(String) as readonly string[] }}
            entries={({ everybody: ofAll }) => ({
              everybody: {
                kind: 'flag',
                label: 'Require it for everyone',
                hint: 'Users without a second factor set one up at their next login.',
              },
              ...(!ofAll && {
                rootRoles: {
                  kind: 'choices',
                  label: 'Require it for these root roles',
                  choices: choicesOf((roles.data?.roles ?? []).filter(({ type }) => type.startsWith('root'))),
                },
              }),
            })}
            submit={(values) =>
              ask('POST /api/admin/auth/second-factor/settings', {
                body: { everybody: values.everybody, rootRoles: values.rootRoles.map(Number) },
              })
            }
            done={'Settings saved.'}
          />
        )}
      </Answer>
    </Panel>
  );
}

/** Checks the stored settings of a protocol. */
function TestButton({ of, works }: { readonly of: 'oidc' | 'saml'; readonly works: string }) {
  const test = async () => {
    const { faults } = await ask(`GET /api/admin/auth/${of}/check`, {});
    if (faults.length > 0) showError(faults.join(' '));
    else showToast(`The saved settings work: ${works}`);
  };
  return <Button press={() => void showRefusal(test)} text="Test connection" />;
}

interface ProviderProps {
  readonly title: string;
  readonly protocol: 'oidc' | 'saml';
  /** Result of a successful test of the connection. */
  readonly works: string;
  readonly children: ComponentChildren;
}

/** The settings of a protocol, with the address to register with the identity provider. */
const Provider = ({ title, protocol, works, children }: ProviderProps) => (
  <Panel title={title} end={<TestButton of={protocol} works={works} />}>
    <div class={panelStyles.body}>
      <p class={`${panelStyles.about} dim`}>
        Redirect URL to register with the provider: {location.origin}/auth/{protocol}/callback
      </p>
      {children}
    </div>
  </Panel>
);

const secretHint = 'The stored value is hidden. Leave the asterisks to keep it.';

function OpenId() {
  const found = useAnswer('GET /api/admin/auth/oidc/settings', {});
  const admissionEntries = useAdmissionEntries();
  return (
    <Provider title="OpenID Connect" protocol="oidc" works="the provider has all addresses and keys that a login needs.">
      <Answer of={found}>
        {(settings) => (
          <ValueForm
            submitTitle="Save OpenID Connect"
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
            entries={({ enabled: isRequired }) => ({
              enabled: { kind: 'flag', label: 'Allow login with OpenID Connect' },
              discoverUrl: { kind: 'text', label: 'Issuer or discovery URL', hint: 'Starts with https://.', isRequired },
              clientId: { kind: 'text', label: 'Client ID', isRequired },
              secret: { kind: 'secret', label: 'Client secret', hint: secretHint, autocomplete: 'new-password' },
              acrValues: { kind: 'text', label: 'ACR values', hint: 'Authentication context classes to request, separated by spaces.' },
              enableSingleSignOut: { kind: 'flag', label: 'Also log out at the provider' },
              addGroupsScope: { kind: 'flag', label: 'Request the groups scope' },
              ...admissionEntries,
            })}
            submit={(values) => ask('POST /api/admin/auth/oidc/settings', { body: { ...settings, ...filled(values) } })}
            done={'Settings saved.'}
          />
        )}
      </Answer>
    </Provider>
  );
}

function Saml() {
  const found = useAnswer('GET /api/admin/auth/saml/settings', {});
  const admissionEntries = useAdmissionEntries();
  return (
    <Provider title="SAML 2.0" protocol="saml" works="the sign-on page answers, and the certificate is valid.">
      <Answer of={found}>
        {(settings) => (
          <ValueForm
            submitTitle="Save SAML"
            initial={{
              enabled: settings.enabled ?? false,
              entityId: settings.entityId ?? '',
              signOnUrl: settings.signOnUrl ?? '',
              certificate: settings.certificate ?? '',
              signOutUrl: settings.signOutUrl ?? '',
              spCertificate: settings.spCertificate ?? '',
              ...admissionOf(settings),
            }}
            entries={({ enabled: isRequired }) => ({
              enabled: { kind: 'flag', label: 'Allow login with SAML' },
              entityId: { kind: 'text', label: 'Provider entity ID', isRequired },
              signOnUrl: { kind: 'text', label: 'Sign-on URL', isRequired },
              certificate: { kind: 'area', label: 'Certificate (X.509)' },
              signOutUrl: { kind: 'text', label: 'Sign-out URL' },
              spCertificate: { kind: 'area', label: 'Private key for signed logout requests (PEM)', hint: secretHint },
              ...admissionEntries,
            })}
            submit={(values) => ask('POST /api/admin/auth/saml/settings', { body: { ...settings, ...filled(values) } })}
            done={'Settings saved.'}
          />
        )}
      </Answer>
    </Provider>
  );
}

function Scim() {
  const scim = useAnswer('GET /api/admin/scim-settings', {});
  const turn = (enabled: boolean) =>
    attempt(async () => showScimToken((await ask('POST /api/admin/scim-settings', { body: { enabled } })).token), 'Settings saved.');
  const renew = () => attempt(async () => showScimToken((await ask('POST /api/admin/scim-settings/generate-new-token', {})).token));
  return (
    <Panel title="Provisioning (SCIM 2.0)">
      <Answer of={scim}>
        {({ enabled, hasToken }) => (
          <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
            <p class={panelStyles.line}>
              <Switch label="Provisioning" isOn={enabled} press={() => void turn(!enabled)} />
              Identity providers can create, update and deactivate users at {location.origin}/scim
            </p>
            {hasToken && <Button look="button" press={() => void renew()} text="Generate new token" />}
          </div>
        )}
      </Answer>
    </Panel>
  );
}

function showScimToken(token: string | undefined): void {
  if (token !== undefined) showOnce({ title: 'Provisioning token', parts: [{ label: 'Secret', text: token }] });
  void askAgain();
}

import type { OutboundState } from '@signalbox/outbound';
import { type ReadContext, routeWith } from '@signalbox/kit';
import type { CipherState } from '../../base/cipher.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import { CheckedSettings } from '../setting/checked-settings.schema.ts';
import { secretPurpose } from '../setting/oidc-settings.ts';
import { describeStatus, type Outbound, reachProvider } from '../setting/reach-provider.ts';

type Fields = Readonly<Record<string, unknown>>;

export const checkOidcRoute = routeWith<CipherState & OutboundState>()(
  {
    method: 'get',
    path: '/api/admin/auth/oidc/check',
    summary: 'Check the stored OpenID Connect settings: fetch the metadata and keys of the provider, and list all faults in words',
    permission: 'ADMIN',
    answers: { 200: CheckedSettings },
    failures: [],
  },
  async (_input, context) => ({ faults: await checkOidc(context) }),
);

async function checkOidc({ em, state: { cipher, outbound } }: ReadContext<CipherState & OutboundState>): Promise<string[]> {
  const { discoverUrl, clientId, secret } = (await readSignOn(em, 'unleash.enterprise.auth.oidc')) ?? {};
  const own = [
    ...(clientId ? [] : ['The client ID is missing.']),
    ...(secret ? [] : ['The client secret is missing.']),
    ...(secret && cipher.tryDecrypt(secret, secretPurpose) === null ? ['The client secret cannot be decrypted. Enter it again.'] : []),
  ];
  return [...own, ...(discoverUrl ? await faultsOf(outbound, discoverUrl) : ['The issuer or discovery URL is missing.'])];
}

const wellKnown = '/.well-known/openid-configuration';

/** Compares the provider's metadata with what a login requires (OpenID Connect Discovery 1.0). */
async function faultsOf(outbound: Outbound, discoverUrl: string): Promise<string[]> {
  const issuer = discoverUrl.split('/.well-known/')[0]?.replace(/\/$/, '') ?? '';
  const url = discoverUrl.includes('/.well-known/') ? discoverUrl : `${issuer}${wellKnown}`;
  const metadata = await fetchFields(outbound, url, 'The discovery document');
  if (typeof metadata === 'string') return [metadata];
  const missing = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'].filter((name) => typeof metadata[name] !== 'string');
  const named = typeof metadata['issuer'] === 'string' ? metadata['issuer'].replace(/\/$/, '') : issuer;
  return [
    ...missing.map((name) => `The discovery document has no ${name}.`),
    ...(named === issuer ? [] : [`The discovery document names the issuer ${named}, but was fetched from ${issuer}.`]),
    ...(missing.includes('jwks_uri') ? [] : await faultsOfKeys(outbound, metadata['jwks_uri'] as string)),
  ];
}

/** ID tokens are signed with RSA (`idTokenSigningAlgorithm`). */
async function faultsOfKeys(outbound: Outbound, url: string): Promise<string[]> {
  const found = await fetchFields(outbound, url, 'The list of keys');
  if (typeof found === 'string') return [found];
  const keys = Array.isArray(found['keys']) ? (found['keys'] as readonly Fields[]) : [];
  const isUsable = keys.some(({ kty, use = 'sig' }) => kty === 'RSA' && use === 'sig');
  return isUsable ? [] : [`The list of keys (${url}) has no RSA key that signs ID tokens.`];
}

/** The fields of a JSON document, or the fault in words. */
async function fetchFields(outbound: Outbound, url: string, what: string): Promise<Fields | string> {
  const response = await reachProvider(outbound, url, what, 'application/json');
  if (typeof response === 'string') return response;
  if (!response.ok) return describeStatus(what, url, response);
  const fields: unknown = await response.json().catch(() => null);
  return typeof fields === 'object' && fields !== null ? (fields as Fields) : `${what} (${url}) is not JSON.`;
}

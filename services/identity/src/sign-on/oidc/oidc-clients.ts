import { Failure } from '@signalbox/contracts';
import { minuteMs } from '@signalbox/kit';
import {
  allowInsecureRequests,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { CipherState } from '../../base/cipher.ts';
import type { OutboundState } from '@signalbox/outbound';
import { secretPurpose } from '../setting/oidc-settings.ts';
import type { OidcSettings } from '../../tables/sign-on-setting.ts';

/** Provides the client for the configured OpenID provider, with the provider's metadata. */
interface OidcClients {
  /** Throws 503 if the provider returns no usable metadata. */
  of(settings: OidcSettings): Promise<Configuration>;
}

/** The part of the service's state that OpenID Connect needs. */
export interface OidcState {
  readonly oidcClients: OidcClients;
}

const knownForMs = 10 * minuteMs;

/** Caches the client of the current settings for ten minutes, because keys and addresses of providers change. */
export function openOidcClients({ cipher, outbound }: CipherState & OutboundState, now: () => Date): OidcState {
  let known: { key: string; until: number; client: Promise<Configuration> } | undefined;
  return {
    oidcClients: {
      async of(settings) {
        const key = JSON.stringify(settings);
        if (known?.key !== key || known.until <= now().getTime()) {
          known = { key, until: now().getTime() + knownForMs, client: discover(settings, cipher, outbound.fetch) };
        }
        const current = known;
        return current.client.catch((cause: unknown) => {
          if (known === current) known = undefined;
          throw new Failure('UnavailableError', 'The identity provider cannot be reached. Try again shortly.', {
            cause,
            retryAfterSeconds: 5,
          });
        });
      },
    },
  };
}

function discover(
  settings: OidcSettings,
  cipher: CipherState['cipher'],
  fetch: OutboundState['outbound']['fetch'],
): Promise<Configuration> {
  const { discoverUrl = '', clientId = '', secret = '', idTokenSigningAlgorithm = 'RS256' } = settings;
  const clientSecret = cipher.tryDecrypt(secret, secretPurpose);
  if (clientSecret === null)
    throw new Failure('UnavailableError', 'The secret of the OpenID client cannot be decrypted. An administrator has to enter it again.');
  // Without `enableNonRepudiationChecks`, the signature of an ID token from the token endpoint is not verified (OpenID Connect Core 3.1.3.7
  // allows that over TLS). The guard of `fetch` decides which providers may use HTTP.
  const execute = [enableNonRepudiationChecks, ...(discoverUrl.startsWith('http:') ? [allowInsecureRequests] : [])];
  const metadata = { client_secret: clientSecret, id_token_signed_response_alg: idTokenSigningAlgorithm };
  return discovery(new URL(discoverUrl), clientId, metadata, ClientSecretPost(clientSecret), { execute, [customFetch]: fetch });
}

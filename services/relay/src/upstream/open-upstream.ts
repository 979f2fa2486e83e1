import { readFileSync } from 'node:fs';
import { type Settings, type Setting, SettingsProblem } from '@signalbox/kit';
import {
  appName,
  clientCertificateFile,
  clientKeyFile,
  customClientHeaders,
  identityFile,
  identityPassphrase,
  skipSslVerification,
  timeoutMs,
  upstreamAuthHeader,
  upstreamCertificateFile,
  upstreamUrl,
} from '../setting/settings.ts';
import { Upstream } from './upstream.ts';

/** Version of the client specification whose responses the relay reads. */
const clientSpec = '5.2.0';

/** Opens the client of the upstream in the settings. Throws a `SettingsProblem` for a file that cannot be read. */
export function openUpstream(settings: Settings, instance: string, version: string): Promise<Upstream> {
  const read = (setting: Setting<string | null>) => readFileOf(setting, settings.get(setting));
  const [ca, cert, key, pfx] = [upstreamCertificateFile, clientCertificateFile, clientKeyFile, identityFile].map(read);
  return Upstream.open({
    url: settings.get(upstreamUrl) ?? '',
    tokenHeader: settings.get(upstreamAuthHeader),
    timeoutMs: settings.get(timeoutMs),
    headers: {
      'user-agent': `signalbox-relay/${version}`,
      'unleash-appname': settings.get(appName),
      'unleash-instanceid': instance,
      'unleash-connection-id': instance,
      'unleash-sdk': `signalbox-relay:${version}`,
      'unleash-sdk-type': 'edge',
      'unleash-client-spec': clientSpec,
      ...settings.get(customClientHeaders),
    },
    tls: {
      rejectUnauthorized: !settings.get(skipSslVerification),
      ...(ca && { ca }),
      ...(cert && { cert }),
      ...(key && { key }),
      ...(pfx && { pfx, passphrase: settings.get(identityPassphrase) }),
    },
  });
}

function readFileOf({ name }: Setting<unknown>, path: string | null): Buffer | null {
  try {
    return path === null ? null : readFileSync(path);
  } catch (error) {
    throw new SettingsProblem(`${name} cannot be read: ${(error as Error).message}.`);
  }
}

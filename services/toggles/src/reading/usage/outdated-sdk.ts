import { compareVersions, isVersion } from '@signalbox/engine';

/**
 * The oldest current version of each SDK, by the name in front of the colon. The values are the warning thresholds of consoles
 * of the reference system (release 7.1), so that both report the same. SDKs that are not listed are never outdated.
 */
const oldestVersions: Readonly<Record<string, string>> = {
  'unleash-client-dotnet': '4.1.3',
  'unleash-client-go': '4.1.0',
  'unleash-client-java': '9.2.0',
  'unleash-client-nextjs': '1.6.2',
  'unleash-client-node': '5.3.2',
  'unleash-client-php': '2.3.0',
  'unleash-client-python': '5.11.0',
  'unleash-client-ruby': '5.0.0',
};

/** The names of SDKs with a known oldest version. */
export const knownSdks: readonly string[] = Object.keys(oldestVersions);

/** Returns true if an SDK, as `name:version`, is outdated. */
export function isOutdated(sdk: string): boolean {
  const [name = '', version = ''] = sdk.split(':', 2);
  const oldest = Object.hasOwn(oldestVersions, name) ? oldestVersions[name] : undefined;
  return oldest !== undefined && isVersion(version) && compareVersions(version, oldest) < 0;
}

import { compareVersions, isVersion } from '@signalbox/engine';

/**
 * The oldest versions of SDKs that are not outdated, by the names that SDKs give themselves in front of a colon. They are those
 * below which consoles made for the reference system warn (its release 7.1), so that nobody is told two things. An SDK that is
 * not here is not known, and never outdated.
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

/** The names of the SDKs of which it is known from when on they are not outdated. */
export const knownSdks: readonly string[] = Object.keys(oldestVersions);

/** Whether what an SDK calls itself, `name:version`, is of a version that is too old. */
export function isOutdated(sdk: string): boolean {
  const [name = '', version = ''] = sdk.split(':', 2);
  const oldest = Object.hasOwn(oldestVersions, name) ? oldestVersions[name] : undefined;
  return oldest !== undefined && isVersion(version) && compareVersions(version, oldest) < 0;
}

/** Variables that tests and suites inherit: those of the machine, of the pinned Node, of npm for packages, and of test runs. */
const inherited =
  /^(?:CHROMIUM|COMSPEC|HOME|LANG|LC_\w+|LOGNAME|MALLOC_\w+|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|NODE_OPTIONS|npm_config_(?:cafile|globalconfig|registry|userconfig)|PATH|PATHEXT|SSL_CERT_(?:DIR|FILE)|SYSTEMROOT|TEMP|TERM|TEST_\w+|TMP|TMPDIR|TZ|USER)$/i;

/**
 * Deletes all other variables of this process, so that neither a setting of the product (`DATABASE_URL`), nor a proxy, nor the settings of
 * git reach a test. With `home`, the user's home folder is out of reach as well.
 */
export function isolateEnvironment(home?: string): void {
  for (const name of Object.keys(process.env)) if (!inherited.test(name)) delete process.env[name];
  Object.assign(process.env, {
    GIT_CONFIG_NOSYSTEM: '1',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    ...(home !== undefined && { HOME: home, USERPROFILE: home }),
  });
}

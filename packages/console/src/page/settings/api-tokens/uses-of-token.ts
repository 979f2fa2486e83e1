const paths = { admin: '/api/admin/projects', client: '/api/client/features', frontend: '/api/frontend' } as const;

/** Usage examples of a token: in the shell, and in a program for application tokens. */
export function usesOf({ type, secret }: { readonly type: 'admin' | 'client' | 'frontend'; readonly secret: string }, origin: string) {
  const curl = { label: 'curl', text: `curl -H 'Authorization: ${secret}' \\\n  ${origin}${paths[type]}` };
  if (type === 'admin') return [curl];
  return [
    curl,
    type === 'client' ? { label: 'Node.js', text: inNode(secret, origin) } : { label: 'Browser', text: inBrowser(secret, origin) },
  ];
}

const inNode = (secret: string, origin: string) => `import { initialize } from 'unleash-client';

const features = initialize({
  url: '${origin}/api',
  appName: 'my-application',
  customHeaders: { Authorization: '${secret}' },
});
features.on('synchronized', () => features.isEnabled('my-feature'));`;

const inBrowser = (secret: string, origin: string) => `import { UnleashClient } from 'unleash-proxy-client';

const features = new UnleashClient({
  url: '${origin}/api/frontend',
  clientKey: '${secret}',
  appName: 'my-application',
});
await features.start();
features.isEnabled('my-feature');`;

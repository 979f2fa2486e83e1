import { route } from '@signalbox/kit';
import { linkTo } from '../base/link.ts';
import { ProtectedResource } from './protected-resource.schema.ts';

const describing = {
  method: 'get',
  permission: 'public',
  crossOrigin: true,
  answers: { 200: ProtectedResource },
  failures: [],
} as const;

const path = '/.well-known/oauth-protected-resource';

type Settings = Parameters<typeof linkTo>[0];

const describe = (settings: Settings) => ({
  resource: linkTo(settings, '/mcp'),
  authorization_servers: [linkTo(settings, '')],
  bearer_methods_supported: ['header'],
  resource_name: 'Signalbox',
});

export const describeResourceRoute = route(
  { ...describing, path, summary: 'Describe the protected resource for agents (RFC 9728)' },
  (_input, { settings }) => Promise.resolve(describe(settings)),
);

/** The address that clients derive from that of the resource (RFC 9728 §3.1). */
export const describeResourceOfPathRoute = route(
  { ...describing, path: `${path}/mcp`, summary: 'Describe the protected resource /mcp (RFC 9728)' },
  (_input, { settings }) => Promise.resolve(describe(settings)),
);

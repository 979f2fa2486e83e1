import { fail } from 'node:assert/strict';
import { deadLetterRoutes } from '@signalbox/host';
import type { RouteDeclaration, Service } from '@signalbox/kit';
import type { Answer, Client } from '@signalbox/testing';
import { exampleOf } from './example-of.ts';

/** Plausible values for path parameters, so that the route is found and only the caller decides the result. */
export const parameters: Readonly<Record<string, string>> = {
  projectId: 'default',
  environment: 'development',
  strategyId: '00000000-0000-7000-8000-000000000000',
  hash: '0'.repeat(64),
};

export const pathOf = ({ path, params }: RouteDeclaration) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? (isNumber(params, name) ? '4711' : 'nothing-like-it'));

const isNumber = (params: { properties?: Readonly<Record<string, { type?: string }>> } | undefined, name: string) =>
  params?.properties?.[name]?.type === 'integer';

/** Returns a request that matches the schemas of the route. */
export function call(client: Client, { method, body = {}, bodyTypes, file, query }: RouteDeclaration, path: string): Promise<Answer> {
  const search = new URLSearchParams(query ? (exampleOf(query) as Record<string, string>) : {}).toString();
  const target = search ? `${path}?${search}` : path;
  if (method === 'get' || method === 'delete') return client[method](target);
  if (file && bodyTypes?.length === 0)
    return client[method](target, undefined, { raw: 'x', headers: { 'content-type': file.types[0] ?? '' } });
  const [type] = bodyTypes ?? [];
  if (type === undefined || type === 'application/json') return client[method](target, exampleOf(body));
  const text =
    type === 'application/x-www-form-urlencoded'
      ? new URLSearchParams(exampleOf(body) as Record<string, string>).toString()
      : JSON.stringify(exampleOf(body));
  return client[method](target, undefined, { raw: text, headers: { 'content-type': type } });
}

export const needsPermission = ({ permission }: RouteDeclaration) => permission !== 'public' && permission !== 'authenticated';

/** Returns the routes of a service, including those that the framework adds. */
export const declarationsOf = (service: Service): readonly RouteDeclaration[] =>
  [...service.routes, ...Object.values(deadLetterRoutes(service, () => fail('nothing runs')))].map(({ declaration }) => declaration);

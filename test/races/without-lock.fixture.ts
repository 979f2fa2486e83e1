import { type Context, type EntityManager, isFast, type Route, type Service } from '@signalbox/kit';

/** The service with one route that does not lock rows of one entity, to plant a mistake. */
export const withoutLock = (service: Service, entity: string, isMeant: (route: Pick<Route, 'declaration'>) => boolean): Service => ({
  ...service,
  routes: service.routes.map((route) => (!isFast(route) && isMeant(route) ? careless(route, entity) : route)),
});

const careless = (route: Route<never>, entity: string): Route<never> => ({
  ...route,
  handler: (input, context) => route.handler(input, { ...(context as Context), em: forgetful((context as Context).em, entity) } as never),
});

type Find = (entity: { readonly name: string }, where: unknown, options?: object) => unknown;

function forgetful(em: EntityManager, entity: string): EntityManager {
  const find: Find = (expected, where, options) =>
    (em.find as Find).call(em, expected, where, expected.name === entity ? { ...options, lockMode: undefined } : options);
  return new Proxy(em, {
    get(target, property) {
      if (property === 'find') return find;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

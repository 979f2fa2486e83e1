import { deepEqual, ok } from 'node:assert/strict';
import { loadServices } from '@signalbox/standalone/services';
import { emptyObjects, parametersInBodies, undeclaredPathParameters } from './request-schemas.ts';

const routes = (await loadServices()).flatMap((service) => service.routes.map(({ declaration }) => declaration));

const named = { type: 'object', properties: { name: { type: 'string' } } };

/** Bodies that declare the name of a path parameter, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'put /api/admin/roles/:id: id': 'the id of a permission',
  'put /api/admin/strategies/:name: name': 'the name of a parameter',
};

describe('the schemas of requests', () => {
  it('declare every path parameter', () => {
    ok(routes.length > 300);
    deepEqual(undeclaredPathParameters(routes), []);
  });

  it('declare every path parameter: reports planted violations', () => {
    deepEqual(undeclaredPathParameters([{ method: 'get', path: '/things/:id/:name', params: named }]), [
      'get /things/:id/:name does not declare id',
    ]);
  });

  it('have no property with the name of a path parameter, unless it has a reason', () =>
    deepEqual(parametersInBodies(routes).toSorted(), Object.keys(allowed).toSorted()));

  it('have no property with the name of a path parameter: reports planted violations', () => {
    const nested = { type: 'object', properties: { list: { type: 'array', items: named } } };
    const planted = [named, nested, { anyOf: [named] }].map((body) => ({ method: 'put', path: '/things/:name', body }));
    deepEqual(
      parametersInBodies(planted),
      planted.map(() => 'put /things/:name: name'),
    );
    deepEqual(parametersInBodies([{ method: 'put', path: '/things/:id', body: named }]), []);
  });

  it('have no object that drops everything', () => deepEqual(emptyObjects(routes), []));

  it('have no object that drops everything: reports planted violations', () => {
    const empty = { type: 'object', properties: {} };
    const body = { type: 'object', properties: { lost: empty, open: { ...empty, additionalProperties: true } } };
    deepEqual(emptyObjects([{ method: 'put', path: '/things', body }]), ['put /things: body/properties/lost drops all properties']);
  });
});

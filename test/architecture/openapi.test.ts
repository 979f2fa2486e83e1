import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { failureStatuses } from '@signalbox/contracts';
import { loadServices } from '@signalbox/standalone/services';
import {
  type ApiDocument,
  longDescriptions,
  missingFailures,
  missingOperations,
  repeatedIds,
  repeatedShapes,
  undeclaredParameters,
} from './openapi.ts';
import { readFiles, root } from './source.ts';

const [page] = readFiles('docs/reference/openapi.json');
const text = page?.text ?? '';
const document = JSON.parse(text) as ApiDocument;
const parsed = (): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const endpoints = (await loadServices()).flatMap(({ routes }) => routes.map(({ declaration }) => declaration));

const operation = { operationId: 'listThings', responses: {} };
const planted = (paths: ApiDocument['paths'], components: ApiDocument['components'] = {}): ApiDocument => ({ paths, components });

async function lint(source: string): Promise<string[]> {
  const config = await loadConfig({ configPath: join(root, 'redocly.yaml') });
  const problems = await lintFromString({ source, absoluteRef: join(root, 'docs/reference/openapi.json'), config });
  return problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer})`);
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    deepEqual(await validator.validate(parsed()), { valid: true });
    equal(validator.version, '3.1');
  });

  it('is invalid with planted errors', async () => {
    const { valid } = await new Validator().validate({ ...parsed(), info: { title: 'without a version' } });
    equal(valid, false);
  });

  it('follows the rules of redocly.yaml without a warning', async () => deepEqual(await lint(text), []));

  it('follows the rules of redocly.yaml: reports planted violations', async () => {
    const problems = await lint(text.replace('"operationId": "createFeature"', '"operationId": "updateFeature"'));
    match(problems.join('\n'), /^operation-operationId-unique/);
    match((await lint(text.replace('#/components/schemas/Tag"', '#/components/schemas/Nothing"'))).join('\n'), /no-unresolved-refs/);
  });

  it('has an operation for every route', () => {
    ok(endpoints.length > 140);
    deepEqual(missingOperations(document, endpoints), []);
  });

  it('has an operation for every route: reports planted violations', () => {
    const known = planted({ '/things/{id}': { get: operation } });
    const routes = ['get', 'put'].map((method) => ({ method, path: '/things/:id' }));
    deepEqual(missingOperations(known, [...routes, { method: 'get', path: '/things' }]), [
      'PUT /things/:id is missing',
      'GET /things is missing',
    ]);
  });

  it('has no sentence of more than thirty words', () => deepEqual(longDescriptions(document), []));

  it('has no sentence of more than thirty words: reports planted violations', () => {
    const words = (count: number) => Array(count).fill('word').join(' ');
    const found = longDescriptions({ summary: words(30), nested: [{ description: `${words(3)}. ${words(31)}` }], name: words(31) });
    deepEqual(
      found.map((finding) => finding.split(' ', 1)[0]),
      ['#/nested/0/description:1'],
    );
  });

  it('lists every failure that a route declares', () => deepEqual(missingFailures(document, endpoints), []));

  it('lists every failure that a route declares: reports planted violations', () => {
    const known = planted({ '/things': { get: { ...operation, 'x-failures': ['NotFoundError'] } } });
    const routes = [{ method: 'get', path: '/things', failures: ['NotFoundError', 'BadDataError'] }];
    deepEqual(missingFailures(known, routes), ['GET /things does not list BadDataError', 'GET /things has no default response']);
  });

  it('gives the status of every failure that it lists', () => {
    const { 'x-statuses': statuses } = (document.components['responses'] as { Failure: { 'x-statuses': object } }).Failure;
    deepEqual(statuses, failureStatuses);
    const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap((each) => each['x-failures'] ?? []));
    deepEqual(
      [...new Set(listed)].filter((name) => !(name in statuses)),
      [],
    );
    ok(listed.length > 2000, `${listed.length} are listed`);
  });

  it('gives each operation a unique id', () => deepEqual(repeatedIds(document), []));

  it('gives each operation a unique id: reports planted violations', () => {
    const known = planted({ '/a': { get: operation, put: { ...operation, operationId: 'other' } }, '/b': { get: operation } });
    deepEqual(repeatedIds(known), ['listThings is the id of GET /a and GET /b']);
  });

  it('declares every path parameter', () => deepEqual(undeclaredParameters(document), []));

  it('declares every path parameter: reports planted violations', () => {
    const parameters = [{ $ref: '#/components/parameters/id' }, { in: 'query', name: 'part' }];
    const paths = {
      '/a/{id}': { get: { ...operation, parameters } },
      '/a/{id}/{part}': { get: { ...operation, parameters } },
      '/b': { get: { ...operation, parameters } },
    };
    deepEqual(undeclaredParameters(planted(paths, { parameters: { id: { in: 'path', name: 'id' } } })), [
      'GET /a/{id}/{part}: path has [id, part], operation declares [id]',
      'GET /b: path has [], operation declares [id]',
    ]);
  });

  it('contains each schema once', () => deepEqual(repeatedShapes(document), []));

  it('contains each schema once: reports planted violations', () => {
    const shape = { type: 'object', properties: { name: { type: 'string' }, description: { type: 'string' } } };
    const known = planted({ '/a': { get: { ...operation, responses: { 200: shape } } } }, { schemas: { Thing: shape } });
    deepEqual(repeatedShapes(known), ['the same schema is in paths//a/get/responses/200 and components/schemas/Thing']);
  });
});

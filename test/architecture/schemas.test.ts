import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventDefinitions } from '@signalbox/contracts';
import { loadServices } from '@signalbox/standalone/services';
import { Ajv2020 } from 'ajv/dist/2020.js';

const ajv = new Ajv2020({ strict: false });
const isSchema = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Errors of a schema according to its dialect's meta-schema. */
const wrongWith = (schema: object): string[] => (ajv.validateSchema(schema) ? [] : [ajv.errorsText(ajv.errors)]);

const services = await loadServices();
const routes = services.flatMap((service) => service.routes.map(({ declaration }) => declaration));
const ofRoutes = routes.flatMap(({ params, query, body, answers }) => [params, query, body, ...Object.values(answers)]);
const ofQuestions = services.flatMap(({ answers = [] }) => answers.flatMap(({ question: { input, output } }) => [input, output]));
const ofEvents = [...eventDefinitions.values()].flatMap(({ data, preData }) => [data, preData]);
const schemas = [...ofRoutes, ...ofQuestions, ...ofEvents].filter(isSchema);

describe('schemas', () => {
  it('are valid in their dialect, which processes do not check on start', () => {
    ok(schemas.length > 500);
    deepEqual(schemas.flatMap(wrongWith), []);
  });

  it('are valid in their dialect: reports planted violations', () => {
    equal(wrongWith({ type: 'object', required: 'name' }).length, 1);
  });
});

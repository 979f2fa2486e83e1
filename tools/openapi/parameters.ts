import { headerBytes } from '../../packages/host/src/http/listen.ts';
import type { RouteDeclaration } from '../../packages/kit/src/index.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import { headerParameters, headerParametersOf } from './headers.ts';
import type { Schema } from './schema.ts';

/** Descriptions of path parameters that many routes share. */
const meanings: Readonly<Record<string, string>> = {
  appName: 'The name of an application.',
  contextField: 'The name of a context field.',
  environment: 'The name of an environment.',
  featureName: 'The name of a feature.',
  messageId: 'The id of a message.',
  parent: 'The name of the parent feature.',
  personaId: 'The id of a saved context.',
  projectId: 'The id of a project.',
  strategyId: 'The id of a strategy.',
};

const anyText: Schema = { type: 'string' };

/** Parameters that many operations share: names in paths, and headers. */
export const sharedParameters: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(meanings).map(([name, description]) => [name, inPath(name, { ...anyText, description })])),
  ...headerParameters,
};

/** Returns the path, query and header parameters of a route. */
export function parametersOf(declaration: RouteDeclaration, schemas: ComponentSchemas): object[] {
  const { path, params, query } = declaration;
  const declared = propertiesOf(params);
  const fromPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = declared[name] ?? anyText;
    const isShared = name in meanings && JSON.stringify(schema) === JSON.stringify(anyText);
    return isShared ? { $ref: `#/components/parameters/${name}` } : inPath(name, schemas.write(schema));
  });
  const fromQuery = Object.entries(propertiesOf(query)).map(([name, property]) => {
    const isRequired = query !== undefined && propertiesRequiredBy(query).includes(name);
    return { in: 'query', name, ...(isRequired && { required: true }), ...describedSchema(schemas.write(property)) };
  });
  return [...fromPath, ...fromQuery, ...headerParametersOf(declaration)];
}

function inPath(name: string, schema: Schema): object {
  return { in: 'path', name, required: true, ...describedSchema(schema) };
}

/** Moves the description from the schema to the parameter, and limits texts to what fits into a request. */
function describedSchema({ description, ...schema }: Schema): object {
  return { ...(description !== undefined && { description }), schema: limitedText(schema) };
}

function limitedText(schema: Schema): Schema {
  const { type, items, enum: values } = schema;
  const isText = [type].flat().includes('string') && values === undefined && !('const' in schema);
  return { ...(isText && { maxLength: headerBytes }), ...schema, ...(items && { items: limitedText(items) }) };
}

const propertiesOf = (schema: Schema | undefined): Readonly<Record<string, Schema>> => schema?.properties ?? {};
const propertiesRequiredBy = (schema: Schema): readonly string[] => schema.required ?? [];

/** The part of a route that the rules check. */
export interface Requested {
  readonly method: string;
  readonly path: string;
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}

const titleOf = ({ method, path }: Requested) => `${method} ${path}`;
const parametersOf = ({ path }: Requested): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const propertiesOf = (schema: Schema | undefined): string[] => Object.keys(schema?.properties ?? {});

/** All schemas within a schema, with their paths. */
function* schemasIn(schema: unknown, path: string): Generator<readonly [path: string, schema: Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  yield [path, schema];
  for (const [key, part] of Object.entries(schema)) yield* schemasIn(part, `${path}/${key}`);
}

/** Path parameters without a schema, which the host does not hand on. */
export const undeclaredPathParameters = (routes: readonly Requested[]): string[] =>
  routes.flatMap((route) =>
    parametersOf(route)
      .filter((name) => !propertiesOf(route.params).includes(name))
      .map((name) => `${titleOf(route)} does not declare ${name}`),
  );

/** Properties of a body, at any depth of its object, with the name of a path parameter. A handler could confuse them. */
export const parametersInBodies = (routes: readonly Requested[]): string[] =>
  routes.flatMap((route) => {
    const declared = [...schemasIn(route.body, 'body')].flatMap(([, { properties }]) => (properties ? propertiesOf({ properties }) : []));
    return parametersOf(route).flatMap((name) => (declared.includes(name) ? [`${titleOf(route)}: ${name}`] : []));
  });

/** Objects without properties that do not say that they are open: the host drops everything in them. */
export const emptyObjects = (routes: readonly Requested[]): string[] =>
  routes.flatMap((route) =>
    [route.query, route.body].flatMap((schema, index) =>
      [...schemasIn(schema, index === 0 ? 'query' : 'body')]
        .filter(([path, { type, properties, additionalProperties }]) => {
          const isEmpty = type === 'object' && properties !== undefined && Object.keys(properties).length === 0;
          return isEmpty && additionalProperties === undefined && path.includes('/');
        })
        .map(([path]) => `${titleOf(route)}: ${path} drops all properties`),
    ),
  );

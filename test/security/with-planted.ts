/** The part of JSON Schema that decides where a name can be planted. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: object;
  readonly additionalProperties?: boolean | object;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

/**
 * Copies a body with the names added to each of its objects. Leaves out maps, values of any type, and objects that refuse unknown
 * properties. A name that the schema declares keeps its value.
 */
export function withPlanted(schema: Shape, body: unknown, names: Readonly<Record<string, unknown>>): unknown {
  return planted([schema], body);

  function planted(schemas: readonly Shape[], value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const shapes = schemas.flatMap(alternativesOf);
    if (Array.isArray(value)) {
      const items = shapes.flatMap((shape) => shape.items ?? []);
      return value.map((item) => planted(items, item));
    }
    const declarationsOf = (name: string) =>
      shapes.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? (properties[name] ?? []) : []));
    const isLeftOut = shapes.length === 0 || shapes.some((shape) => isOpen(shape) || isClosed(shape));
    const added = isLeftOut ? [] : Object.entries(names).filter(([name]) => declarationsOf(name).length === 0);
    const own = Object.entries(value).map(([name, part]) => [name, planted(declarationsOf(name), part)] as const);
    return Object.fromEntries([...added, ...own]);
  }
}

const alternativesOf = (shape: Shape): Shape[] => [
  shape,
  ...[shape.anyOf, shape.oneOf, shape.allOf].flatMap((alternatives) => alternatives?.flatMap(alternativesOf) ?? []),
];

/** True for maps and for values of any type, which contain what the client chooses. */
const isOpen = (shape: Shape): boolean =>
  shape.patternProperties !== undefined ||
  (shape.additionalProperties ?? false) !== false ||
  (shape.type === 'object' && !shape.properties) ||
  Object.keys(shape).every((key) => key === 'description');

const isClosed = ({ properties, additionalProperties }: Shape): boolean => properties !== undefined && additionalProperties === false;

interface Schema {
  readonly [key: string]: unknown;
}

const LOCAL = '#/$defs/';
const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => rename(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = key === '$ref' && typeof inner === 'string' ? names.get(inner.slice(LOCAL.length)) : undefined;
      return [key, name === undefined ? rename(inner, names) : `#/components/schemas/${name}`];
    }),
  );
}

/**
 * Collects what schemas define for themselves, such as a shape that contains itself. In a document a reference starts
 * at the root, so that definitions inside a schema would not be found.
 */
export function createSchemaDefinitionCollector() {
  const schemas: Record<string, unknown> = {};
  return {
    schemas,
    /** The schema with references into `schemas`. */
    hoist({ $defs, ...schema }: Schema): Schema {
      if (!isObject($defs)) return schema;
      const first = Object.keys(schemas).length;
      const names = new Map(Object.keys($defs).map((name, at) => [name, `Shape${first + at + 1}`]));
      for (const [name, definition] of Object.entries($defs))
        schemas[names.get(name) ?? name] = rename(definition, names);
      return rename(schema, names) as Schema;
    },
  };
}

import { fieldWords, schemaWords } from './field-words.ts'
import type { Json } from './json-schema.ts'

/** The note for readers of an enum that may grow. */
const mayGrow = 'New values may be added.'

const isNode = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same schemas, with words for what does not describe itself. */
export const describeSchemas = (schemas: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const words = schemaWords[name]
      return [name, described({ ...(words !== undefined && { description: words }), ...schema }, name)]
    }),
  )

function described(schema: Json, where: string): Json {
  const { properties, items, additionalProperties } = schema
  const inner = (part: unknown) => (isNode(part) ? described(part, where) : part)
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const forms = schema[key]
    return Array.isArray(forms) ? [[key, forms.map(inner)]] : []
  })
  const grows = 'x-extensible-enum' in schema
  return {
    ...schema,
    ...(grows ? { description: [schema.description, mayGrow].filter(Boolean).join(' ') } : {}),
    ...(isNode(properties) ? { properties: fields(properties, where) } : {}),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: inner(additionalProperties) }),
    ...Object.fromEntries(lists),
  }
}

const onlyValue = ({ enum: values }: Json): string | undefined =>
  Array.isArray(values) && values.length === 1 ? `Always \`${values[0]}\`.` : undefined

const fields = (properties: Json, where: string): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const path = `${where}.${name}`
      if (!isNode(field)) return [name, field]
      const words = fieldWords[path] ?? onlyValue(field) ?? fieldWords[name]
      // The schema that a reference names describes itself.
      const own = field.description === undefined && field.$ref === undefined && words !== undefined
      return [name, described({ ...(own && { description: words }), ...field }, path)]
    }),
  )

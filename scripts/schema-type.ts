import { z } from 'zod'

/** The parts of an OpenAPI 3.0 schema that our description uses. */
export interface Schema {
  readonly $ref?: string | undefined
  readonly type?: string | undefined
  readonly description?: string | undefined
  readonly nullable?: boolean | undefined
  readonly enum?: readonly (string | number | boolean | null)[] | undefined
  /** The known values of an enum that may grow. */
  readonly 'x-extensible-enum'?: readonly (string | number)[] | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly oneOf?: readonly Schema[] | undefined
  readonly allOf?: readonly Schema[] | undefined
  readonly items?: Schema | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly additionalProperties?: boolean | Schema | undefined
}

export const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.string().optional(),
    description: z.string().optional(),
    nullable: z.boolean().optional(),
    enum: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    'x-extensible-enum': z.array(z.union([z.string(), z.number()])).optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
  }),
)

/** `list_posts`, `listPosts` → `ListPosts`. JavaScript has an `Error` of its own. */
export const typeName = (name: string): string =>
  name === 'Error'
    ? 'ErrorBody'
    : name.replace(/(^|[_-])([a-z])/g, (_all, _mark, letter: string) => letter.toUpperCase())

/** `ListPosts`, `auto-replies` → `listPosts`, `autoReplies`. */
export const camelName = (name: string): string => typeName(name).replace(/^./, (letter) => letter.toLowerCase())

/** The TypeScript type of a schema. `indent` is the one of the line on which it begins. */
export function typeOf(one: Schema, indent = ''): string {
  const type = plainType(one, indent)
  return one.nullable && !one.enum ? `${type} | null` : type
}

function plainType(one: Schema, indent: string): string {
  const { $ref, type, items, properties = {}, additionalProperties, ...rest } = one
  if ($ref !== undefined) return typeName($ref.replace('#/components/schemas/', '')).replace(/^Null$/, 'null')
  const values = rest.enum ?? rest['x-extensible-enum']
  if (values) return values.map(literal).join(' | ')
  const forms = rest.anyOf ?? rest.oneOf
  if (forms) return forms.map((form) => typeOf(form, indent)).join(' | ')
  if (rest.allOf) return rest.allOf.map((form) => inParentheses(typeOf(form, indent))).join(' & ')
  if (type === 'array') return `${inParentheses(typeOf(items ?? {}, indent))}[]`
  if (Object.keys(properties).length > 0) return `{\n${fieldsOf(one, indent)}\n${indent}}`
  if (type === 'object') return recordType(additionalProperties, indent)
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' ? type : 'unknown'
}

const recordType = (values: boolean | Schema | undefined, indent: string): string => {
  if (values === false) return 'Record<string, never>'
  return `Record<string, ${typeof values === 'object' ? typeOf(values, indent) : 'unknown'}>`
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

const inParentheses = (type: string): string => (/[|&]/.test(type.replace(/\{.*\}/s, '')) ? `(${type})` : type)

/** The fields of an object type, one below the other, each with its description. */
function fieldsOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
    const type = typeOf(field, inner)
    const member = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`
    return `${comment(field.description, inner)}${inner}${member}`
  })
  return [...fields, ...(additionalProperties === true ? [`${inner}[more: string]: unknown`] : [])].join('\n')
}

/** A doc comment with its line break, or nothing. */
export function comment(text: string | undefined, indent = ''): string {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

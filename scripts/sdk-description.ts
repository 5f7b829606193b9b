import { z } from 'zod'
import { type Schema, schema, typeName } from './schema-type.ts'

const content = z.record(z.string(), z.looseObject({ schema }))
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z
    .array(
      z.looseObject({
        $ref: z.string().optional(),
        name: z.string().optional(),
        in: z.string().optional(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: schema.optional(),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ required: z.boolean(), content }).optional(),
  responses: z.looseObject({ 200: z.looseObject({ content }) }),
})
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
})

/** One operation, as the generated files need it. */
export interface SdkOperation {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly words: string
  /** The slots of the path, in their order. */
  readonly params: readonly { readonly name: string; readonly schema: Schema }[]
  readonly query: Schema | null
  readonly needsQuery: boolean
  readonly body: Schema | null
  readonly needsBody: boolean
  /** The return value of a method: `data`, or the whole response if it has another form. */
  readonly result: Schema
  readonly takesKey: boolean
  /** A POST that changes nothing. It needs no key to be sent again. */
  readonly isRead: boolean
}

export interface SdkDescription {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly operations: readonly SdkOperation[]
}

/** The parts of the OpenAPI document that the SDK needs. Operations that do not return JSON are left out. */
export function describeSdk(openapi: unknown): SdkDescription {
  const { paths, components } = document.parse(openapi)
  // The SDK has names of its own for what an operation takes and returns.
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => typeName(one.operationId)))
  const parts = new Set(ids.flatMap((id) => ['Response', 'Body', 'Data'].map((part) => `${id}${part}`)))
  const isPart = (name: string | undefined): name is string => name !== undefined && parts.has(name)
  const inline = (type: Schema): Schema => {
    const name = type.$ref?.replace('#/components/schemas/', '')
    return (isPart(name) && components.schemas[name]) || type
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => {
      const answer = one.responses[200].content['application/json']?.schema
      if (!answer || one.tags[0] === 'description') return []
      const response = inline(answer)
      const query = one.parameters.filter((parameter) => parameter.in === 'query')
      const isRead = method === 'post' && one['x-scope'] === 'read'
      const sent = one.requestBody?.content['application/json']?.schema
      const body = sent ? inline(sent) : null
      return {
        id: one.operationId,
        tag: one.tags[0],
        method: method.toUpperCase(),
        path,
        words: [one.summary, one.description].filter(Boolean).join('.\n\n'),
        params: one.parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name = '', schema: type = {} }) => ({ name, schema: type })),
        query: query.length === 0 ? null : queryObject(query),
        needsQuery: query.some(({ required }) => required),
        body,
        needsBody: one.requestBody?.required === true && (body?.required ?? ['']).length > 0,
        result: inline(response.properties?.data ?? response),
        takesKey: !isRead && one.parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
        isRead,
      }
    }),
  )
  const schemas = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => !isPart(name)))
  return { schemas, operations }
}

const queryObject = (parameters: z.output<typeof operation>['parameters']): Schema => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name = '' }) => name),
  properties: Object.fromEntries(
    parameters.map(({ name = '', description, schema: type = {} }) => [name, { ...oneOrMany(type), description }]),
  ),
})

/** In a query, one value is written like a list of one. */
const oneOrMany = (type: Schema): Schema => (type.items ? { anyOf: [type.items, type] } : type)

/** The name of an operation's type, for example `ListPostsQuery`. */
export const partName = ({ id }: SdkOperation, part: 'Query' | 'Body' | 'Result'): string => `${typeName(id)}${part}`

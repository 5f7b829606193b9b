import type { z } from 'zod'
import { describeSchemas } from './describe-fields.ts'
import { parameterWords } from './field-words.ts'
import { Components, type Json, nullSchema } from './json-schema.ts'
import { callbackOf } from './openapi-callback.ts'
import { errorResponses, errorSchemas, sharedErrors } from './openapi-errors.ts'
import { headersOf, responseHeaders } from './openapi-headers.ts'
import { leastRole, type Operation, tags, takesKey } from './operation.ts'
import { lastEventIdPattern } from './status-stream.ts'

export const apiPrefix = '/api/v1'
/** Of the interface. */
const apiVersion = '1.6.0'

const introduction = `Publishes one post to ten social platforms.

- **Key.** Send your API key with every request, in the header \`Authorization: Bearer <API_KEY>\`. It identifies the user.
- **Responses** are \`{ "status": "ok", "data": … }\`, unless the operation shows another form. All times are UTC.
- **Errors** all have the same form: a stable \`code\`, a \`message\` for people, and every finding in \`details\`. Quote
  the \`request_id\` when you ask for help.
- **Unknown fields** and parameters are refused, and the error lists the known ones. Nothing is ignored silently.
- **Growth.** Responses may get new fields, and values marked \`x-extensible-enum\` may get new ones. Ignore what you do not know.
- **Repeats.** Send an \`Idempotency-Key\` with a POST or PATCH, and a repeat returns the first response again. The few operations
  that take none say so and refuse it. GET, PUT and DELETE need no key, because a repeat changes nothing more.
- **Limits.** The \`RateLimit\` headers show how many requests are left in this minute. After the limit, \`Retry-After\` shows when
  to continue.

Operations and fields marked \`x-addition\` were added after the first interface.`

/** The description of the API as OpenAPI 3.0.3. It depends only on the operations, and names the version of Polypost. */
export function openapiDocument(operations: Readonly<Record<string, Operation>>, version: string): Json {
  const schemas = new Components()
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(name, operation, schemas),
    }
  }
  const text = JSON.stringify(paths)
  return {
    openapi: '3.0.3',
    info: {
      title: 'Polypost',
      version: apiVersion,
      'x-version': version,
      description: introduction,
      contact: { name: 'The operator of this instance' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: apiPrefix }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Bearer pp_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-polypost_session',
          description:
            'The session of a person in a browser. On plain http the cookie is called `polypost_session`. Requests that change something must come from a page of this instance.',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'A repeat of the request with the same key returns the first response again, for 7 days.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description:
            'The `ETag` of the response that you have. If it is still right, the answer is 304 without a body.',
          schema: { type: 'string' },
        },
        LastEventId: {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The last `id` that you received. The stream continues after it.',
          schema: { type: 'string', pattern: lastEventIdPattern.source },
        },
      },
      headers: responseHeaders,
      responses: Object.fromEntries(Object.entries(sharedErrors).filter(([name]) => text.includes(`/${name}"`))),
      schemas: describeSchemas({ ...errorSchemas, [nullSchema.name]: nullSchema.schema, ...schemas.all() }),
    },
  }
}

function describeOperation(name: string, operation: Operation, schemas: Components): Json {
  const { summary, tag, scope, params, query, body, example } = operation
  const role = leastRole(operation)
  const typeName = name.replace(/^./, (letter) => letter.toUpperCase())
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...describedAs(operation),
    ...(scope === null
      ? { security: [] }
      : operation.personal
        ? { security: [{ session: [] }] }
        : { 'x-scope': scope }),
    ...(role === null ? {} : { 'x-role': role }),
    ...(operation.fresh ? { 'x-fresh': true } : {}),
    ...(operation.publishes ? { 'x-publishes': operation.publishes } : {}),
    ...(operation.plans ? { 'x-plans': operation.plans } : {}),
    ...(operation.addition ? { 'x-addition': true } : {}),
    parameters: [
      ...(params ? parameters('path', params, schemas) : []),
      ...(query ? parameters('query', query, schemas, example.query) : []),
      ...(takesKey(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(operation.tagged ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...(operation.produces === 'text/event-stream' ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: !operation.bodyOptional,
            content: {
              'application/json': {
                schema: schemas.named(`${typeName}Body`, schemas.convert(body, 'input')),
                example: example.body,
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: operation.returns,
        headers: headersOf(200, operation),
        content: {
          [operation.produces ?? 'application/json']: {
            schema: schemas.answer(typeName, operation.returns, schemas.convert(operation.response, 'output')),
            example: example.response,
          },
        },
      },
      ...(operation.tagged
        ? { 304: { description: 'What you have is still right.', headers: headersOf(304, operation) } }
        : {}),
      ...errorResponses(operation),
    },
    ...(body && 'webhook_url' in body.shape ? { callbacks: callbackOf(schemas) } : {}),
  }
}

function describedAs({ description, idempotent }: Operation): { description?: string } {
  const sentences = [description, idempotent === false && 'Takes no `Idempotency-Key`: a request with one is refused.']
  const text = sentences.filter(Boolean).join(' ')
  return text === '' ? {} : { description: text }
}

function parameters(place: 'path' | 'query', fields: z.ZodObject, schemas: Components, example: object = {}): Json[] {
  const examples = new Map(Object.entries(example))
  return Object.entries<z.ZodType>(fields.shape).map(([name, field]) => {
    const { description, ...schema } = schemas.convert(field, 'input')
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      description: description ?? parameterWords[name],
      ...(examples.has(name)
        ? { example: schema.type === 'integer' ? Number(examples.get(name)) : examples.get(name) }
        : {}),
      schema,
    }
  })
}

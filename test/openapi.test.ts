import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { fieldWords } from '../src/contract/field-words.ts'
import { toOpenapi } from '../src/contract/json-schema.ts'
import { openapiDocument } from '../src/contract/openapi.ts'
import type { Operation } from '../src/contract/operation.ts'
import { platforms } from '../src/platforms/index.ts'
import { operationList, operations } from './harness/client.ts'
import { openApiCheck } from './harness/openapi-check.ts'

type Node = Readonly<Record<string, unknown>>

const document: Node = openapiDocument(operations, '0.0.0')

/** All keywords of an OpenAPI 3.0.3 schema, without those of 3.1. */
const keywords = new Set(
  `$ref additionalProperties allOf anyOf default deprecated description discriminator enum example exclusiveMaximum
  exclusiveMinimum externalDocs format items maxItems maxLength maxProperties maximum minItems minLength minProperties
  minimum multipleOf not nullable oneOf pattern properties readOnly required title type uniqueItems writeOnly xml`.split(
    /\s+/,
  ),
)
const types = ['array', 'boolean', 'integer', 'number', 'object', 'string']

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesIn = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : []
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The keywords of a schema, and of its parts, that version 3.0.3 does not have. */
function faultsOf(schema: unknown, where: string): string[] {
  if (!isNode(schema)) return [`${where} is not a schema`]
  const { type, $ref, nullable, items } = schema
  const fault = (holds: boolean, what: string): string[] => (holds ? [`${where}: ${what}`] : [])
  const bounds = ['exclusiveMinimum', 'exclusiveMaximum', 'nullable', 'uniqueItems', 'deprecated']
  return [
    ...Object.keys(schema)
      .filter((key) => !keywords.has(key) && !key.startsWith('x-'))
      .map((key) => `${where}: ${key}`),
    ...fault(type !== undefined && !types.includes(String(type)), `type ${JSON.stringify(type)}`),
    ...fault(type === 'array' && !isNode(items), 'an array without items'),
    ...fault($ref !== undefined && Object.keys(schema).length > 1, 'fields beside $ref have no effect'),
    ...fault(nullable === true && type === undefined && !schema.allOf && !schema.anyOf && !schema.oneOf, 'nullable'),
    ...bounds.flatMap((key) => fault(!['undefined', 'boolean'].includes(typeof schema[key]), `${key} must be a flag`)),
    ...nodesIn(schema.properties).flatMap(([name, field]) => faultsOf(field, `${where}.${name}`)),
    ...['items', 'not'].flatMap((key) => (schema[key] === undefined ? [] : faultsOf(schema[key], `${where}.${key}`))),
    ...(isNode(schema.additionalProperties) ? faultsOf(schema.additionalProperties, `${where}.*`) : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
      listIn(schema[key]).flatMap((part, at) => faultsOf(part, `${where}.${key}.${at}`)),
    ),
  ]
}

/** Every schema of the document, with its place. */
function schemasIn(value: unknown, where: string): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((item, at) => schemasIn(item, `${where}.${at}`))
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    if (key === 'schema') return [[`${where}.schema`, child]]
    if (key === 'schemas') return nodesIn(child).map(([name, schema]) => [`schemas.${name}`, schema])
    return key === 'example' ? [] : schemasIn(child, `${where}.${key}`)
  })
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([key, child]) => (key === '$ref' ? [String(child)] : refsIn(child)))
}

test('the description says that it is OpenAPI 3.0.3 of version 1.6.0 below /api/v1', () => {
  assert.equal(document.openapi, '3.0.3')
  assert.equal(isNode(document.info) && document.info.version, '1.6.0')
  assert.deepEqual(document.servers, [{ url: '/api/v1' }])
})

test('no schema of the description uses a keyword that OpenAPI 3.0.3 does not have', () => {
  const schemas = schemasIn(document, '')
  assert.ok(schemas.length > operationList.length, 'the schemas were not found')
  assert.deepEqual(
    schemas.flatMap(([where, schema]) => faultsOf(schema, where)),
    [],
  )
})

test('the options of a platform, as GET /platforms returns them, are such schemas too and are self-contained', () => {
  for (const { name, options } of platforms) {
    const { schema, named } = toOpenapi(options, 'input')
    assert.deepEqual(faultsOf(schema, name), [])
    assert.deepEqual([named, refsIn(schema)], [{}, []])
  }
})

test('every reference can be resolved', () => {
  const refs = refsIn(document)
  assert.ok(refs.length > 100)
  for (const ref of new Set(refs)) {
    const [root, ...path] = ref.split('/')
    assert.equal(root, '#')
    const found = path.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document)
    assert.ok(isNode(found), ref)
  }
})

test('every operation is described once under its own name, with its path placeholders as parameters', () => {
  const described = nodesIn(document.paths).flatMap(([path, methods]) =>
    nodesIn(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  )
  assert.deepEqual(
    described.sort(),
    operationList.map(([name, { method, path }]) => [name, `${method} ${path}`]).sort(),
  )
})

/** The schema and its parts, with every schema that they name. */
function partsOf(value: unknown, seen = new Set<unknown>()): Node[] {
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, seen))
  if (!isNode(value) || seen.has(value)) return []
  seen.add(value)
  const named = typeof value.$ref === 'string' ? partsOf(resolve(value.$ref), seen) : []
  return [
    value,
    ...named,
    ...Object.entries(value).flatMap(([key, one]) => (key === 'example' ? [] : partsOf(one, seen))),
  ]
}

const briefly = (schemas: readonly Node[]): string[] => schemas.map((schema) => JSON.stringify(schema).slice(0, 100))

const resolve = (ref: string): unknown =>
  ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document)

const operationsDescribed = nodesIn(document.paths).flatMap(([, methods]) => nodesIn(methods).map(([, one]) => one))

test('a response may get new fields and new values; a request may contain only what is described', () => {
  const answered = operationsDescribed.flatMap(({ responses }) => partsOf(responses))
  const sent = operationsDescribed.flatMap(({ requestBody }) => partsOf(requestBody))
  assert.ok(answered.length > 1000 && sent.length > 300, 'the schemas were not found')
  const isClosed = ({ additionalProperties, enum: values }: Node) =>
    additionalProperties === false || listIn(values).length > 1
  assert.deepEqual(briefly(answered.filter(isClosed)), [])
  const isOpen = (schema: Node) =>
    'x-extensible-enum' in schema || (isNode(schema.properties) && schema.type === 'object' && !isClosed(schema))
  assert.deepEqual(briefly(sent.filter(isOpen)), [])
})

test('a client that checks what it receives accepts a field and a value that are new', () => {
  const check = openApiCheck(document)
  const faultsOfAnswer = (operation: Operation, answer: unknown) =>
    check({
      method: operation.method,
      path: operation.path.replace(/\{\w+\}/g, '1'),
      query: new URLSearchParams(),
      type: null,
      body: undefined,
      status: 200,
      answerType: 'application/json',
      answer,
    }).answer
  const grown = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(grown)
      : isNode(value)
        ? { ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, grown(one)])), added_later: 'new' }
        : value
  for (const [name, operation] of operationList.filter(([, { produces }]) => produces === undefined)) {
    const { response } = operation.example
    assert.deepEqual(faultsOfAnswer(operation, JSON.parse(JSON.stringify(response))), [], name)
    // In a map of names, such as one of platforms, it has the type of the other values.
    const faults = faultsOfAnswer(operation, grown(response)).filter((fault) => !/added_later must be /.test(fault))
    assert.deepEqual(faults, [], name)
  }
  const { getJob } = operations
  const { response } = getJob.example
  const job = { ...response.data.job, status: 'asleep' }
  assert.deepEqual(faultsOfAnswer(getJob, { ...response, data: { ...response.data, job } }), [])
})

const namedSchemas = isNode(document.components) ? nodesIn(document.components.schemas) : []

/** Every field with its place. A schema that has a name is looked at once. */
function fieldsIn(schema: unknown, where: string): [where: string, field: Node][] {
  if (!isNode(schema)) return []
  return [
    ...nodesIn(schema.properties).flatMap(([name, field]): [string, Node][] => [
      [`${where}.${name}`, field],
      ...fieldsIn(field, `${where}.${name}`),
    ]),
    ...fieldsIn(schema.items, where),
    ...fieldsIn(schema.additionalProperties, where),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => listIn(schema[key]).flatMap((form) => fieldsIn(form, where))),
  ]
}

const hasWords = (field: Node): boolean => {
  if (typeof field.$ref === 'string') return hasWords(Object(resolve(field.$ref)))
  const { description } = field
  return typeof description === 'string' && description !== 'New values may be added.' && /^\S.+\.$/s.test(description)
}

test('every field, parameter, header and status has a sentence, and no two operations return only “Done.”', () => {
  const fields = namedSchemas.flatMap(([name, schema]) => fieldsIn(schema, name))
  assert.ok(fields.length > 1000)
  assert.deepEqual(
    fields.flatMap(([where, field]) => (hasWords(field) ? [] : [where])),
    [],
  )
  for (const { operationId, parameters, responses } of operationsDescribed) {
    for (const parameter of listIn(parameters))
      assert.ok(isNode(parameter) && hasWords(parameter), `${operationId} ${JSON.stringify(parameter).slice(0, 100)}`)
    for (const [status, response] of nodesIn(responses)) assert.ok(hasWords(response), `${operationId} ${status}`)
  }
})

test('every response names its headers, and each of them is described once', () => {
  const named = new Set(isNode(document.components) ? nodesIn(document.components.headers).map(([name]) => name) : [])
  const used = new Set<string>()
  for (const { operationId, responses } of operationsDescribed)
    for (const [status, response] of nodesIn(responses)) {
      const { headers } = typeof response.$ref === 'string' ? Object(resolve(response.$ref)) : response
      const names = nodesIn(headers).map(([name]) => name)
      assert.ok(names.includes('X-Request-Id'), `${operationId} ${status}`)
      assert.equal(names.includes('RateLimit'), !['408', '431'].includes(status), `${operationId} ${status}`)
      for (const name of names) used.add(name)
    }
  assert.deepEqual(used, named)
})

test('every body and response, and the data in it, has a name; other objects without one get fewer', () => {
  const isNamed = (schema: unknown): boolean => isNode(schema) && (schema.type !== 'object' || '$ref' in schema)
  for (const { operationId, requestBody, responses } of operationsDescribed) {
    const sent = isNode(requestBody) ? contentOf(requestBody) : undefined
    if (sent !== undefined) assert.ok(isNamed(sent), `${operationId} body`)
    const answer = contentOf(Object(Object(responses)['200']))
    if (answer !== undefined) assert.ok(isNamed(answer), `${operationId} response`)
    const data =
      isNode(answer) && typeof answer.$ref === 'string' ? Object(resolve(answer.$ref)).properties?.data : undefined
    if (data !== undefined) assert.ok(isNamed(data), `${operationId} data`)
  }
  const nameless = namedSchemas.flatMap(([, schema]) =>
    partsOf({ ...schema }, new Set(namedSchemas.map(([, other]) => other))).filter(
      (part) => part.type === 'object' && isNode(part.properties) && part.properties !== schema.properties,
    ),
  )
  assert.ok(nameless.length <= 52, `There are ${nameless.length}: give the new ones a name by .meta({ id }).`)
})

const contentOf = ({ content }: Node): unknown =>
  isNode(content) ? Object(content['application/json']).schema : undefined

test('a post names what its webhook_url is sent', () => {
  const { callbacks } = operationsDescribed.find(({ operationId }) => operationId === 'createPost') ?? {}
  const sent = Object(callbacks).postEnded['{$request.body#/webhook_url}'].post
  const events = partsOf(sent.requestBody).flatMap(({ enum: values }) => listIn(values))
  for (const event of ['post.published', 'post.partial', 'post.failed']) assert.ok(events.includes(event), event)
})

test('the words for fields are all used', () => {
  const texts = namedSchemas.flatMap(([name, schema]) =>
    fieldsIn(schema, name).map(([where, field]) => ({ where, field })),
  )
  for (const [key, words] of Object.entries(fieldWords)) {
    const found = texts.some(
      ({ where, field }) =>
        (key.includes('.') ? where === key : where.endsWith(`.${key}`)) && String(field.description).startsWith(words),
    )
    assert.ok(found, `Nothing uses ${key}.`)
  }
})

test('a number that is always whole is an integer', () => {
  const numbers = namedSchemas
    .flatMap(([, schema]) => partsOf(schema))
    .filter(
      ({ type, enum: values, 'x-extensible-enum': known }) => type === 'number' && (values ?? known) !== undefined,
    )
  assert.deepEqual(briefly(numbers), [])
  assert.equal(Object(Object(resolve('#/components/schemas/User')).properties).plan_id.type, 'integer')
})

describe('the keyword check itself', () => {
  const wrong: readonly [string, unknown][] = [
    ['const', { type: 'string', const: 'ok' }],
    ['a list of types', { type: ['string', 'null'] }],
    ['the type null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['examples', { type: 'string', examples: ['a'] }],
    ['$defs', { $defs: {}, type: 'object' }],
    ['prefixItems', { type: 'array', prefixItems: [], items: {} }],
    ['a numeric exclusiveMinimum', { type: 'number', exclusiveMinimum: 3 }],
    ['propertyNames in a field', { type: 'object', properties: { a: { type: 'object', propertyNames: {} } } }],
  ]
  for (const [what, schema] of wrong) test(`finds ${what}`, () => assert.notDeepEqual(faultsOf(schema, what), []))

  test('accepts a field that is named like a keyword of 3.1', () => {
    const schema = z.strictObject({ const: z.string(), examples: z.array(z.string()) })
    assert.deepEqual(faultsOf(toOpenapi(schema, 'input').schema, 'fields'), [])
  })
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { generatedFiles } from '../scripts/reference.ts'
import { errorCatalogue, isErrorCode } from '../src/contract/errors.ts'
import { openapiDocument } from '../src/contract/openapi.ts'
import { errorCodes } from '../src/contract/openapi-errors.ts'
import { type Operation, tags, takesKey } from '../src/contract/operation.ts'
import { useCases } from '../src/usecases/index.ts'
import { operationList, operations } from './harness/client.ts'
import { listed } from './harness/listed-operations.ts'
import { partsOf, slotPlaces, slotsOf } from './harness/slots.ts'

/** Served by the HTTP layer itself, because they only serve descriptions. */
const describing = ['getOpenapi', 'getDocs']

/** Nobody needs to be signed in for them. */
const forEverybody = [
  'POST /setup',
  'POST /session',
  'POST /session/oidc',
  'GET /session',
  'DELETE /session',
  'POST /invites/accept',
]

/** For these, the result is at the top level, not in `data`. */
const atTopLevel = [
  'createPost',
  'createWebhook',
  'deleteWebhook',
  'disconnect',
  'listDeliveries',
  'restorePost',
  'upload',
]
/** These have fields beside `status` and `data`. */
const besideData = { attachTiktokUrl: ['job'], getJob: ['job'], resolveJob: ['job'], retryJob: ['job'] }
/** These do not use the API's response format at all. */
const noEnvelope = ['getDocs', 'getOpenapi', 'streamEvents']

const namesOf = (holds: (operation: Operation, name: string) => boolean): string[] =>
  operationList.flatMap(([name, operation]) => (holds(operation, name) ? [name] : [])).sort()

const callOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test('the contract has exactly the operations that were decided, each once', () => {
  const calls = operationList.map(([, operation]) => callOf(operation))
  assert.deepEqual(calls.toSorted(), listed.map(callOf).sort())
  assert.equal(new Set(calls).size, calls.length)
})

test('no request belongs to two operations: a word beside an ID is no such ID', () => {
  for (const [name, { method, path, params }] of operationList) {
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const caught = namesOf((other, otherName) => {
      if (otherName === name || other.method !== method) return false
      const slots = pattern.exec(other.path)?.groups
      if (!slots) return false
      return (
        Object.values(slots).every((slot) => slot.startsWith('{')) || params?.safeParse({ ...slots }).success === true
      )
    })
    assert.deepEqual(caught, [], name)
  }
})

test('additions to the original interface are marked, in the contract and in the description, and nothing else is', () => {
  const additions = listed.flatMap((row) => (row.addition ? [callOf(row)] : [])).sort()
  assert.deepEqual(
    namesOf(({ addition = false }) => addition)
      .map((name) => callOf(Object.fromEntries(operationList)[name] ?? { method: '', path: '' }))
      .sort(),
    additions,
  )
  const paths = z
    .record(z.string(), z.record(z.string(), z.looseObject({ 'x-addition': z.literal(true).optional() })))
    .parse(openapiDocument(operations, '0.0.0').paths)
  const marked = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, row]) => (row['x-addition'] ? [`${method.toUpperCase()} ${path}`] : [])),
  )
  assert.deepEqual(marked.sort(), additions)
})

test('reading and checking need the scope read, administering admin, everything else write', () => {
  for (const [name, operation] of operationList) {
    const { method, path } = operation
    const expected =
      describing.includes(name) || forEverybody.includes(callOf(operation))
        ? null
        : /^\/(admin|apps|health|sandbox|keys|people|invites|audit)\b/.test(path)
          ? 'admin'
          : path.endsWith('/validate') || (method === 'GET' && path !== '/callback-secret')
            ? 'read'
            : 'write'
    assert.equal(operation.scope, expected, name)
  }
})

test('the plans that include an operation, and the operations that take an idempotency key, are those decided', () => {
  for (const [name, operation] of operationList) {
    const row = listed.find((decided) => callOf(decided) === callOf(operation))
    assert.deepEqual(operation.plans, row?.plans, name)
    assert.equal(takesKey(operation), row?.idempotent, name)
  }
})

test('an operation has a summary, a description, a tag, and examples that its own schemas accept', () => {
  for (const [name, operation] of operationList) {
    const { summary, description = '', tag, body, query, response, example } = operation
    assert.match(summary, /^[A-Z].{5,}[^.]$/, name)
    assert.match(description, /^[A-Z].+\.$/s, name)
    assert.ok(Object.hasOwn(tags, tag), name)
    assert.equal(response.safeParse(example.response).error, undefined, name)
    assert.equal(query?.safeParse(example.query ?? {}).error, undefined, name)
    assert.equal(body === undefined, example.body === undefined, `${name} has an example body where it has a body`)
    assert.equal(body?.safeParse(example.body).error, undefined, name)
    if (operation.bodyOptional) assert.equal(body?.safeParse({}).error, undefined, name)
  }
})

test('the errors of an operation are in the catalogue, and an operation with a resource ID lists the not-found error', () => {
  for (const [name, operation] of operationList) {
    for (const code of errorCodes(operation)) assert.ok(isErrorCode(code), `${name}: ${code}`)
    const codes: readonly string[] = errorCodes(operation)
    const namesSomething = operation.params !== undefined || slotsOf(operation).length > 0
    assert.equal(codes.includes('not_found'), namesSomething, `${name} and not_found`)
  }
  for (const [code, [status, meaning]] of Object.entries(errorCatalogue)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/)
    assert.ok(status >= 400 && status < 600 && meaning.endsWith('.'), code)
  }
})

const isName = (placeholder: string | undefined): boolean => placeholder === 'platform'

test('every path placeholder is a parameter, and every parameter is a name or an ID of a known kind', () => {
  for (const [name, operation] of operationList) {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot)
    assert.deepEqual(inPath, Object.keys(operation.params?.shape ?? {}), name)
    const known = slotsOf(operation).flatMap(({ place, path }) => (place === 'params' ? path : []))
    assert.deepEqual(
      known,
      inPath.filter((placeholder) => !isName(placeholder)),
      name,
    )
  }
})

test('requests refuse unknown fields, user_id among them, at every depth', () => {
  for (const [name, operation] of operationList) {
    const { example } = operation
    for (const place of slotPlaces) {
      const schema = operation[place]
      if (!schema) continue
      const given = place === 'params' ? {} : example[place]
      const { error } = schema.safeParse({ ...given, user_id: 1, surprise: true })
      const unknown = error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
      assert.deepEqual(unknown, ['user_id', 'surprise'], `${name} ${place}`)
      assert.deepEqual(lenientObjects(schema, place), [], name)
    }
  }
})

/** The places in a schema where an object accepts unknown fields. */
function lenientObjects(schema: z.core.$ZodType, where: string): string[] {
  const lenient = schema instanceof z.ZodObject && !(schema._zod.def.catchall instanceof z.ZodNever) ? [where] : []
  return [...lenient, ...partsOf(schema).flatMap(([part, field]) => lenientObjects(part, `${where}.${field ?? ''}`))]
}

test('an operation has a use case in the folder of its tag and the file of its name, unless it only serves descriptions', () => {
  for (const [name, { tag }] of operationList) {
    const built = !describing.includes(name)
    const file = `src/usecases/${tag}/${kebab(name)}.ts`
    assert.equal(existsSync(new URL(`../${file}`, import.meta.url)), built, file)
    assert.equal(Object.hasOwn(useCases, name), built, `the use case of ${name}`)
  }
})

test('success is an envelope of status and data, except where the interface defines another format', () => {
  const fieldsOf = ({ response }: Operation): string[] =>
    response instanceof z.ZodObject ? Object.keys(response.shape) : []
  const isEnvelope = (operation: Operation) =>
    ['status', 'data'].every((field) => fieldsOf(operation).includes(field)) &&
    operation.response.safeParse({ ...Object(operation.example.response), status: 'queued' }).success === false
  assert.deepEqual(
    namesOf((operation) => !isEnvelope(operation)),
    [...atTopLevel, ...noEnvelope].sort(),
  )
  const more = operationList.flatMap(([name, operation]) => {
    const beside = fieldsOf(operation).filter((field) => field !== 'status' && field !== 'data')
    return isEnvelope(operation) && beside.length > 0 ? [[name, beside]] : []
  })
  assert.deepEqual(Object.fromEntries(more), besideData)
})

test('the generated files are up to date', () => {
  for (const [name, content] of Object.entries(generatedFiles())) {
    const committed = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
    assert.ok(committed === content, `${name} is out of date: run “npm run generate”`)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lookup } from '../../src/outbound/dial.ts'
import { createFairLookup } from '../../src/outbound/fair-lookup.ts'

/** Resolves names that begin with “good”; other lookups never end. */
function network() {
  const asked: string[] = []
  const lookup: Lookup = (name) => {
    asked.push(name)
    return name.startsWith('good') ? Promise.resolve(['192.0.2.1']) : new Promise(() => {})
  }
  return { asked, fair: createFairLookup(lookup) }
}

const many = Array.from({ length: 1_000 }, (_, index) => `hangs-${index}.example`)

test('names that never resolve use only their own slots, and a name that has resolved needs none of these', async () => {
  const { asked, fair } = network()
  await fair('good.example')
  for (const name of many) void fair(name)
  assert.deepEqual(await fair('good.example'), ['192.0.2.1'])
  assert.ok(asked.filter((name) => name.startsWith('hangs')).length <= 8)
})

test('a name is looked up once for any number of concurrent callers, and again afterwards', async () => {
  const { asked, fair } = network()
  await Promise.all([1, 2, 3].map(() => fair('good.example')))
  assert.deepEqual(asked, ['good.example'])
  await fair('good.example')
  assert.equal(asked.length, 2)
})

test('a name whose lookup fails counts as unknown again, and can be looked up again', async () => {
  let works = true
  const fair = createFairLookup(async (name) => (works ? ['192.0.2.1'] : Promise.reject(new Error(name))))
  await fair('good.example')
  works = false
  await assert.rejects(fair('good.example'), /good/)
  await assert.rejects(fair('good.example'), /good/)
  works = true
  assert.deepEqual(await fair('good.example'), ['192.0.2.1'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { defineOperations } from '../../src/contract/operations.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'

/** The interface’s names. A client that was written for them must never meet another order, or lack one. */
const names = [
  ...['x', 'twitter', 'facebook', 'instagram', 'linkedin', 'youtube'],
  ...['tiktok', 'pinterest', 'reddit', 'threads', 'bluesky'],
]

const document = openapiDocument(defineOperations(platforms), '0.0.0')

function enumsIn(value: unknown): readonly (readonly unknown[])[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'enum' in value && Array.isArray(value.enum) ? [value.enum] : []
  return [...own, ...Object.values(value).flatMap(enumsIn)]
}

test('the platforms of the interface come first and keep their order; later ones say that they were added', () => {
  const all: readonly Platform[] = platforms
  const old = all.filter(({ addition }) => !addition)
  assert.deepEqual(
    old.flatMap(({ name, aliases }) => [name, ...aliases]),
    names,
  )
  assert.deepEqual(all.slice(0, old.length), old)
})

test('each list of platforms in the description begins with the names of the interface', () => {
  const lists = enumsIn(document).filter((list) => list.includes('tiktok'))
  assert.ok(lists.length > 0)
  for (const list of lists) assert.deepEqual(list.slice(0, names.length), names)
})

test('a draft goes to at most ten platforms, as in the interface', () => {
  const draft = z.looseObject({
    components: z.looseObject({
      schemas: z.looseObject({
        SaveDraftBody: z.looseObject({
          properties: z.looseObject({ platforms: z.looseObject({ maxItems: z.number() }) }),
        }),
      }),
    }),
  })
  assert.equal(draft.parse(document).components.schemas.SaveDraftBody.properties.platforms.maxItems, 10)
})

test('no platform’s name begins the settings of another', () => {
  const prefixes = platforms.map(({ name }) => name.toUpperCase())
  for (const one of prefixes)
    assert.deepEqual(
      prefixes.filter((other) => other !== one && other.startsWith(`${one}_`)),
      [],
    )
})

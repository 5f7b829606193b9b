import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { mediaRows, startMediaInstance } from '../../harness/media.ts'

const file = { filename: 'a.png', contentType: 'image/png', size: 1_000 }

const wrongBodies: readonly (readonly [what: string, body: object, faults: readonly string[]])[] = [
  ['nothing', {}, ['url invalid_value']],
  ['a file without its size', { filename: 'a.png', contentType: 'image/png' }, ['size invalid_value']],
  ['a size alone', { size: 5 }, ['filename invalid_value', 'contentType invalid_value']],
  [
    'a URL and a file',
    { url: 'https://a.example/b.png', ...file },
    ['filename invalid_value', 'contentType invalid_value', 'size invalid_value'],
  ],
  ['a URL of another scheme', { url: 'ftp://a.example/b.png' }, ['url invalid_format']],
  ['a path as URL', { url: '/etc/passwd' }, ['url invalid_format']],
  ['a local file as URL', { url: 'file:///etc/passwd' }, ['url invalid_format']],
  ['bytes as URL', { url: 'data:image/png;base64,AAAA' }, ['url invalid_format']],
  ['a null URL', { url: null }, ['url wrong_type']],
  ['a URL of 2001 characters', { url: `https://a.example/${'b'.repeat(1_983)}` }, ['url too_long']],
  ['a type that is not taken', { ...file, contentType: 'image/svg+xml' }, ['contentType invalid_value']],
  ['a size of 0', { ...file, size: 0 }, ['size too_small']],
  ['a negative size', { ...file, size: -1 }, ['size too_small']],
  ['half a byte', { ...file, size: 10.5 }, ['size wrong_type']],
  ['a byte more than 5 GB', { ...file, size: 5 * 1024 ** 3 + 1 }, ['size too_large']],
  ['an empty name', { ...file, filename: '' }, ['filename too_short']],
  ['a name of 256 characters', { ...file, filename: 'n'.repeat(256) }, ['filename too_long']],
  ['an unknown field', { ...file, folder: 'x' }, ['folder unknown_field']],
]

onEachOwnInstance(startMediaInstance, (instance) => {
  for (const [what, body, faults] of wrongBodies)
    test(`${what} is refused with the places and the reasons, and registers no file`, async () => {
      const reply = await instance.owner('POST', '/upload', { body })
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'])
      const found = reply.body.error.details.map(({ path, code }: Record<string, string>) => `${path} ${code}`)
      assert.deepEqual(found.sort(), [...faults].sort())
      assert.deepEqual(await mediaRows(instance.data), [])
    })

  test('exactly 5 GB may be declared', async () => {
    const { status, body } = await instance.owner('POST', '/upload', { body: { ...file, size: 5 * 1024 ** 3 } })
    assert.deepEqual([status, body.size], [200, 5 * 1024 ** 3])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const wrongPages: readonly (readonly [query: string, path: string])[] = [
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=100001', 'page'],
  ['page=1.5', 'page'],
  ['page=two', 'page'],
  ['page=', 'page'],
  ['page=1&page=2', 'page'],
  ['per_page=0', 'per_page'],
  ['per_page=101', 'per_page'],
  ['size=5', 'size'],
]

onEachInstance(startInstance, (instance) => {
  for (const [query, path] of wrongPages)
    test(`“?${query}” is refused with the name of the parameter`, async () => {
      const { status, body } = await instance.owner('GET', `/admin/users?${query}`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'validation_failed')
      assert.equal(body.error.details[0].path, path)
    })

  test('errors of both parameters are reported at once', async () => {
    const { body } = await instance.owner('GET', '/admin/users?page=0&per_page=101')
    const paths = body.error.details.map(({ path }: { path: string }) => path)
    assert.deepEqual(paths.sort(), ['page', 'per_page'])
  })
})

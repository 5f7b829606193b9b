import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const committed = new URL('../../../docs/reference/openapi.json', import.meta.url)

onEachInstance(startInstance, (instance) => {
  test('the served API description is the committed one, and needs no key', async () => {
    const { status, headers, text, body } = await instance.owner('GET', '/openapi.json', { key: null })
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(`${text}\n`, await readFile(committed, 'utf8'))
    assert.deepEqual([body.openapi, body.info.version], ['3.0.3', '1.6.0'])
  })

  test('its server is this instance, so its URLs are right wherever it runs', async () => {
    const { body } = await instance.owner('GET', '/openapi.json', { key: null })
    assert.deepEqual(body.servers, [{ url: '/api/v1' }])
  })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

test('what is released together has one version', () => {
  const { version } = read('package.json')
  const { packages } = read('package-lock.json')
  assert.deepEqual(
    [read('sdk/package.json'), read('dashboard/package.json'), packages[''], packages.sdk, packages.dashboard].map(
      (one) => one.version,
    ),
    Array.from({ length: 5 }, () => version),
  )
  const { info } = read('docs/reference/openapi.json')
  assert.deepEqual([info.version, info['x-version']], ['1.6.0', version], 'the interface keeps its own')
})

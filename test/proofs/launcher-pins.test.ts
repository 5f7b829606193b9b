import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { pins } from '../../scripts/launch/node-pins.mjs'

const run = promisify(execFile)

describe('npm serves the Node that the launcher downloads', { concurrency: true }, () => {
  test('for six systems', () => {
    assert.deepEqual(Object.keys(pins).toSorted(), [
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
      'win32-arm64',
      'win32-x64',
    ])
  })

  for (const [system, { name, version, integrity }] of Object.entries(pins))
    test(`${version} for ${system}, with the pinned integrity`, async () => {
      const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity'])
      assert.equal(stdout.trim(), integrity)
    })
})

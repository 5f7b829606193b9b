import assert from 'node:assert/strict'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../harness/client.ts'
import { ownerKey } from '../harness/instance.ts'
import { freePort } from '../harness/process.ts'
import { setStage } from '../harness/stage.ts'

test('no other user can open what a start stores, also in a folder that others may open', async (t) => {
  const { data: instanceData, start } = await setStage(t, 'sqlite')
  await chmod(instanceData.directory, 0o755)
  const server = await start('start', { POLYPOST_SANDBOX: 'on', POLYPOST_SANDBOX_PORT: String(await freePort()) })
  await createClient(server.base, ownerKey)('POST', '/connect', { body: { platform: 'x', sandbox: true } })
  const files = (await readdir(instanceData.directory, { withFileTypes: true })).filter((one) => one.isFile())
  assert.ok(files.some(({ name }) => name === 'polypost.db'))
  for (const { name } of files) assert.equal((await stat(join(instanceData.directory, name))).mode & 0o077, 0, name)
})

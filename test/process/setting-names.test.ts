import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerKey } from '../harness/instance.ts'
import type { Env, RunningProcess } from '../harness/process.ts'
import { setStage } from '../harness/stage.ts'

const app: Env = { META_CLIENT_ID: '1', META_CLIENT_SECRET: 'secret' }

/** The version of Meta's API in the address where a person signs in. */
async function versionFor({ base }: RunningProcess, platform: string, login?: string): Promise<unknown> {
  const { status, body } = await createClient(base, ownerKey)('POST', '/connect', {
    body: { platform, login },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return new URL(body.data.url).pathname.split('/')[1]
}

/** What the log says about names of settings, once it has this many lines about them. */
const remarks = ({ output }: RunningProcess, count: number): Promise<string[]> =>
  eventually('the log says it', () => {
    const lines = output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []))
    const found = lines.flatMap(({ msg, level }) => (/^The setting /.test(msg) ? [`${level} ${msg}`] : []))
    return found.length >= count && found
  })

test('an old name works for its platform, one that is gone has no effect, and the log says so once', async (t) => {
  const { start } = await setStage(t, 'sqlite')
  const running = await start('start', { ...app, FACEBOOK_VERSION: 'v24.0', X_CHUNK_BYTES: 'no number' })
  assert.equal(await versionFor(running, 'facebook'), 'v24.0')
  assert.equal(await versionFor(running, 'instagram', 'facebook'), 'v25.0')
  assert.deepEqual(await remarks(running, 2), [
    '40 The setting FACEBOOK_VERSION is now META_VERSION. The old name goes on working until version 1.0.',
    '40 The setting X_CHUNK_BYTES no longer exists, so it has no effect. Remove it.',
  ])
})

test('a setting that is given by both names has the value of the new one, and the log says so once', async (t) => {
  const { start } = await setStage(t, 'sqlite')
  const running = await start('start', { ...app, META_VERSION: 'v23.0', INSTAGRAM_VERSION: 'v24.0' })
  assert.equal(await versionFor(running, 'facebook'), 'v23.0')
  assert.equal(await versionFor(running, 'instagram', 'facebook'), 'v23.0')
  assert.deepEqual(await remarks(running, 1), [
    '40 The setting INSTAGRAM_VERSION is now META_VERSION, which is set as well, so INSTAGRAM_VERSION has no effect. Remove it.',
  ])
})

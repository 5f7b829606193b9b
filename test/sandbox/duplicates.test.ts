import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Simulator } from '../../src/sandbox/shared/simulator.ts'
import { startAllSimulated } from '../harness/all-simulated.ts'
import { startSandbox } from '../harness/sandbox.ts'
import { smallPlatform } from '../harness/small-platform.ts'
import { tested, testedNames } from '../platforms/index.ts'
import { imageUrl, jpeg, mp4, text, videoUrl } from '../platforms/shared/duplicates.ts'

const all = await startAllSimulated({ [imageUrl]: await jpeg(), [videoUrl]: mp4 })
after(() => all.stop())

describe('two identical posts are two rows in the ledger, if the platform allows them', () => {
  for (const platform of testedNames)
    for (const [what, begin] of Object.entries(tested[platform].duplicates))
      test(`${platform}: ${what}`, async () => {
        await all.control('POST', '/reset')
        const publish = await begin(all)
        await publish()
        await publish()
        const posts = (await all.posts(platform)).filter((one) => one.text === text)
        assert.equal(posts.length, 2)
        assert.equal(new Set(posts.map(({ id }) => id)).size, 2)
        assert.equal(new Set(posts.map(({ account_id: account }) => account)).size, 1)
      })
})

test('a simulator that uses one ID for two posts fails, and does not change the first', async () => {
  const post = { id: 'one', account_id: 'ana', media_count: 0, reply_to: null, url: 'http://small.test/one' }
  const platform: Simulator = {
    ...smallPlatform(),
    routes: [
      {
        method: 'POST',
        host: 'api',
        path: '/posts/:text',
        operation: 'create',
        handle: ({ params }, world) => {
          world.publish({ ...post, text: params.text ?? '', created_at: new Date(world.now()).toISOString() })
          return { status: 201 }
        },
      },
    ],
  }
  const sandbox = await startSandbox({ small: platform })
  const publish = async (words: string) =>
    (await fetch(`${sandbox.address}/small/api/posts/${words}`, { method: 'POST' })).status
  assert.deepEqual([await publish('first'), await publish('second')], [201, 500])
  const posts = await sandbox.posts('small')
  await sandbox.stop()
  assert.deepEqual(
    posts.map((one) => one.text),
    ['first'],
  )
})

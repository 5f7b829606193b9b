import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autoRepliesOf, turnOn } from '../harness/answered.ts'
import { eventually } from '../harness/eventually.ts'
import { createPost, readJob } from '../harness/posts.ts'
import { startSandboxed } from '../harness/sandboxed.ts'

test('without a model, the echo model answers comments on posts of simulated accounts', async (t) => {
  const { control, newUser, stop } = await startSandboxed('sqlite', { env: { POLYPOST_TIME_SCALE: '60' } })
  t.after(stop)
  const user = await newUser()
  await turnOn(user)
  await user.ask('POST', '/connect', { body: { platform: 'facebook', environment: 'sandbox' } })
  const { jobIds } = await createPost(user, { message: 'Our shop.', platforms: ['facebook'] })
  const job = await eventually('it is published', async () => {
    const read = await readJob(user, jobIds[0] ?? 0)
    return read.status === 'completed' && read
  })
  const path = `/facebook/posts/${encodeURIComponent(job.platform_post_id)}/comments`
  await control('POST', path, { author: 'ben', message: 'Do you ship?' })
  const shown = await eventually('it is posted', async () => (await autoRepliesOf(user, '&status=posted'))[0])
  assert.equal(shown.message, 'sandbox-echo: you wrote “Do you ship?”.')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import { createPost, readJob } from '../../harness/posts.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

test('simulated accounts that were connected at once have comments and accept replies like any other', async (t) => {
  const { control, newUser, stop } = await startSandboxed('sqlite')
  t.after(stop)
  const { ask } = await newUser()
  const platforms = ['facebook', 'bluesky']
  for (const platform of platforms)
    assert.equal((await ask('POST', '/connect', { body: { platform, environment: 'sandbox' } })).status, 200)
  const { id, jobIds } = await createPost({ ask }, { message: 'Our shop.', platforms })
  for (const [at, jobId] of jobIds.entries()) {
    const job = await eventually('it is published', async () => {
      const read = await readJob({ ask }, jobId)
      return read.status === 'completed' && read
    })
    const path = `/${platforms[at]}/posts/${encodeURIComponent(job.platform_post_id)}/comments`
    await control('POST', path, { author: 'ben', message: 'Do you ship?' })
  }
  // Bluesky's AppView shows posts after a delay.
  const comments = await eventually('both are shown', async () => {
    const shown = (await ask('GET', `/comments?post_id=${id}`)).body.data.comments
    return shown.length === 2 && shown
  })
  for (const { id: comment_id, post_id } of comments) {
    const { status, text } = await ask('POST', '/comments/reply', { body: { post_id, comment_id, message: 'We do.' } })
    assert.equal(status, 200, text)
  }
  await eventually('both answers are shown as one’s own', async () => {
    const after = (await ask('GET', `/comments?post_id=${id}`)).body.data.comments
    return after.filter(({ is_own: isOwn }: { is_own: boolean }) => isOwn).length === 2
  })
})

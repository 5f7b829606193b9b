import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import { uploadNamed } from '../../harness/library.ts'
import { createPost, readJob, schedulePost } from '../../harness/posts.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

let instance: SandboxInstance
before(async () => {
  instance = await startSandboxed('sqlite')
})
after(() => instance.stop())

async function newcomer() {
  const user = await instance.newUser()
  await user.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
  return user
}

const stepsOf = async (user: Awaited<ReturnType<typeof newcomer>>, jobId: number) =>
  (await user.ask('GET', `/jobs/${jobId}/steps`)).body.data.steps

test('a published job lists what it did, in order and with times, and what follows the post', async () => {
  const user = await newcomer()
  const { publicUrl } = await uploadNamed(user, 'cup.png')
  const media = [{ url: publicUrl }]
  const { jobIds } = await createPost(user, { platforms: ['x'], media, comments_under_post: ['First'] })
  const [jobId = 0] = jobIds
  const steps = await eventually('all steps are done', async () => {
    const listed = await stepsOf(user, jobId)
    return listed.at(-1)?.status === 'done' && listed
  })
  const kinds = steps.map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(kinds.slice(kinds.indexOf('commit')), ['commit', 'follow_up'])
  const upload = steps.find(({ kind }: { kind: string }) => kind === 'upload')
  assert.equal(upload.share, 1)
  const ends = steps.map(({ finished_at }: { finished_at: string }) => Date.parse(finished_at))
  assert.deepEqual(ends, ends.toSorted(), 'each step ended after the one before')
})

test('a job that has not started has no steps; one whose post is tried again has a planned step with its tries', async () => {
  const user = await newcomer()
  const scheduled = await schedulePost(user, { platforms: ['x'] })
  assert.deepEqual(await stepsOf(user, scheduled.jobIds[0] ?? 0), [])

  await instance.control('POST', '/x/faults', { operation: 'create', kind: 'server_error' })
  const { jobIds } = await createPost(user, { platforms: ['x'] })
  const [jobId = 0] = jobIds
  await eventually('it is tried again', async () => (await readJob(user, jobId)).status !== 'queued')
  const [post] = await eventually('the steps are known', async () => {
    const listed = await stepsOf(user, jobId)
    return listed[0]?.tries > 0 && listed
  })
  assert.equal(post.kind, 'commit')
  assert.notEqual(post.status, 'done')
})

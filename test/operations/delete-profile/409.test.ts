import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { connectOnce, jobIn, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

const { processing, retrying, finishInApp, outcomeUnknown } = jobIn
const moving = { processing, retrying, finishInApp, outcomeUnknown }

onEachInstance(startAccepting, (instance) => {
  test('the default profile can’t be deleted, whether it is the first one or became the default later', async () => {
    const user = await instance.newUser()
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    for (const id of [user.profileId, second]) {
      await user.ask('POST', `/profiles/${id}/default`)
      const { status, body } = await user.ask('DELETE', `/profiles/${id}`)
      assert.equal(status, 409)
      assert.equal(body.error.code, 'default_profile')
      assert.ok((await user.ask('GET', '/profiles')).text.includes(id))
    }
  })

  test('concurrent requests never delete a profile that they make the default', async () => {
    const user = await instance.newUser()
    for (let round = 0; round < 5; round++) {
      const made = await user.ask('POST', '/profiles', { body: { name: `Round ${round}` } })
      const id = made.body.data.profile_id
      const replies = await Promise.all([
        user.ask('DELETE', `/profiles/${id}`),
        user.ask('POST', `/profiles/${id}/default`),
      ])
      const statuses = replies.map(({ status }) => status).join()
      assert.ok(['200,404', '409,200'].includes(statuses), statuses)
      const { profiles, default_profile_id } = (await user.ask('GET', '/profiles')).body.data
      assert.ok(profiles.some((profile: { id: string }) => profile.id === default_profile_id))
    }
  })

  for (const [state, job] of Object.entries({ queued: () => ({}), ...moving }))
    test(`a profile with a job that is ${state} can’t be deleted until it has ended`, async () => {
      const user = await instance.newUser()
      const id = (await user.ask('POST', '/profiles', { body: { name: 'Busy' } })).body.data.profile_id
      await connectOnce(instance, id, ['x'])
      const { jobIds } = await schedulePost(user, { platforms: ['x'], profile_id: id })
      const [jobId = 0] = jobIds
      await setJob(instance.data, jobId, { ...job(), due_at: Date.now() + 86_400_000 })
      const { status, body } = await user.ask('DELETE', `/profiles/${id}`)
      assert.deepEqual([status, body.error.code], [409, 'profile_in_use'])
      await setJob(instance.data, jobId, jobIn.completed(), 'successful')
      assert.equal((await user.ask('DELETE', `/profiles/${id}`)).status, 200)
    })
})

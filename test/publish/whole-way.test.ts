import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import type { Instance, User } from '../harness/instance.ts'
import { startMediaInstance } from '../harness/media.ts'
import { type SimulatedPlatforms, startSimulated } from '../harness/simulated.ts'

onEachDatabase((kind) => {
  let simulated: SimulatedPlatforms
  let instance: Instance
  let user: User

  before(async () => {
    simulated = await startSimulated({ scale: 20 })
    instance = await startMediaInstance(kind, {
      env: { ...simulated.env, POLYPOST_TIME_SCALE: '20', LOG_LEVEL: 'warn' },
    })
    user = await instance.newUser()
    for (const platform of ['bluesky', 'x']) await simulated.connect(user.ask, platform, 'ana')
  })
  after(async () => {
    await instance.stop()
    await simulated.stop()
  })

  test('a post is published to both platforms, with its comments, and is found there', async () => {
    const made = await user.ask('POST', '/post', {
      body: {
        message: 'We are live: https://example.com #launch',
        platforms: ['bluesky', 'twitter'],
        comments_under_post: ['First!', 'Second!'],
      },
    })
    assert.equal(made.status, 200, made.text)
    const read = async () => (await user.ask('GET', `/posts/${made.body.post_id}`)).body.data
    await eventually('it is published', async () => (await read()).status === 'successful')
    const { jobs, results } = await read()
    for (const job of jobs) assert.equal(job.status, 'completed')
    assert.equal(results.length, 2)
    await eventually('the comments are there', async () => {
      for (const platform of ['bluesky', 'x']) if ((await simulated.posts(platform)).length < 3) return false
      return true
    })
    for (const [platform, job] of [['bluesky', jobs[0]] as const, ['x', jobs[1]] as const]) {
      const posts = await simulated.posts(platform)
      assert.deepEqual(posts.map(({ text }) => text).sort(), [
        'First!',
        'Second!',
        'We are live: https://example.com #launch',
      ])
      assert.equal(posts.find(({ reply_to }) => reply_to === null)?.id, job.platform_post_id)
    }
  })
})

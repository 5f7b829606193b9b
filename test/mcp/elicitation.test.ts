import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectAssistant, disconnectAssistants, transports } from '../harness/mcp.ts'
import { type Newcomer, type Publishing, startPublishing } from '../harness/publishing.ts'

let bench: Publishing
let who: Newcomer

before(async () => {
  bench = await startPublishing('sqlite')
  who = await bench.newcomer('bluesky')
})
after(async () => {
  await disconnectAssistants(bench.instance.base)
  await bench.stop()
})

const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()

for (const transport of transports) {
  test(`over ${transport}, a person who can be asked is asked before something is published`, async () => {
    const post = { message: `Asked over ${transport}.`, platforms: ['bluesky'], scheduled_at }
    const questions: string[] = []
    const { use } = await connectAssistant(bench.instance.base, who.key, {
      transport,
      person: (question) => {
        questions.push(question)
        return { action: 'accept', content: { publish: true } }
      },
    })
    const { confirmation } = await use('validate_post', post)
    assert.ok((await use('publish_post', { ...post, confirmation })).post_id > 0)
    assert.equal(questions.length, 1)
    assert.ok(questions[0]?.includes(post.message))
  })

  test(`over ${transport}, nothing is published if the person declines`, async () => {
    const post = { message: `Declined over ${transport}.`, platforms: ['bluesky'], scheduled_at }
    const answers = [{ action: 'decline' }, { action: 'accept', content: { publish: false } }] as const
    let asked = 0
    const { use, fail } = await connectAssistant(bench.instance.base, who.key, {
      transport,
      person: () => answers[asked++] ?? assert.fail('was asked too often'),
    })
    const { confirmation } = await use('validate_post', post)
    for (const _ of answers)
      assert.equal((await fail('publish_post', { ...post, confirmation })).code, 'approval_required')
    assert.equal((await who.ask('GET', '/posts?search=Declined')).body.data.meta.total, 0)
  })

  test(`over ${transport}, a client of the older protocol is not asked`, async () => {
    const post = { message: `Older over ${transport}.`, platforms: ['bluesky'], scheduled_at }
    const { use } = await connectAssistant(bench.instance.base, who.key, {
      transport,
      era: 'legacy',
      person: () => assert.fail('was asked'),
    })
    const { confirmation } = await use('validate_post', post)
    assert.ok((await use('publish_post', { ...post, confirmation })).post_id > 0)
  })
}

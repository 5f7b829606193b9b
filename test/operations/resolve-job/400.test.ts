import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { jobIn, newPublisher, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  for (const [what, body, path] of [
    ['no word on whether it was published', {}, 'published'],
    ['published without a URL', { published: true }, 'url'],
    ['not published with a URL', { published: false, url: 'https://x.com/ana/status/1' }, 'url'],
    ['an invalid URL', { published: true, url: 'x.com/ana' }, 'url'],
  ] as const)
    test(`${what} is refused`, async () => {
      const user = await newPublisher(instance)
      const [id = 0] = (await schedulePost(user)).jobIds
      await setJob(instance.data, id, jobIn.outcomeUnknown())
      const reply = await user.ask('POST', `/jobs/${id}/resolve`, { body })
      assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, path])
    })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ask } from '../harness/client.ts'
import { saveDraft } from '../harness/drafts.ts'
import { onEachInstance } from '../harness/each-instance.ts'
import type { Instance, User } from '../harness/instance.ts'
import { connectOnce, newPublisher, schedulePost, startAccepting } from '../harness/posts.ts'
import { createWebhook } from '../harness/webhooks.ts'

type Request = readonly [method: string, path: string, ask?: Ask]

interface Deletable {
  readonly what: string
  readonly make: (user: User, instance: Instance) => Promise<Request>
  /** The response when there is nothing left to delete. */
  readonly refused: number
}

const deletables: readonly Deletable[] = [
  { what: 'webhook', make: async (user) => ['DELETE', `/webhooks/${await createWebhook(user)}`], refused: 404 },
  { what: 'post', make: async (user) => ['DELETE', `/posts/${(await schedulePost(user)).id}`], refused: 404 },
  {
    what: 'draft',
    make: async (user) => ['DELETE', `/drafts/${(await saveDraft(user)).id}`, { body: { expected_revision: 1 } }],
    refused: 404,
  },
  {
    what: 'profile',
    make: async (user) => {
      const { body } = await user.ask('POST', '/profiles', { body: { name: 'Shop' } })
      return ['DELETE', `/profiles/${body.data.profile_id}`]
    },
    refused: 404,
  },
  {
    what: 'connected account',
    make: async ({ profileId }, instance) => {
      await connectOnce(instance, profileId, ['pinterest'])
      return ['POST', '/disconnect', { body: { platform: 'pinterest' } }]
    },
    refused: 422,
  },
]

onEachInstance(startAccepting, (instance) => {
  for (const { what, make, refused } of deletables)
    test(`when several requests delete a ${what} at once, exactly one of them is told that it did`, async () => {
      const user = await newPublisher(instance)
      for (let round = 0; round < 3; round += 1) {
        const request = await make(user, instance)
        const replies = await Promise.all(Array.from({ length: 6 }, () => user.ask(...request)))
        assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(5).fill(refused)])
      }
    })
})

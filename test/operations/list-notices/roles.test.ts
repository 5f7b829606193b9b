import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../../src/domain/roles.ts'
import { startInstance } from '../../harness/instance.ts'
import { becomeOwner, newPerson } from '../../harness/people.ts'
import { connectOnce } from '../../harness/posts.ts'
import { createWebhook, disabled, setWebhook } from '../../harness/webhooks.ts'

test('a person gets only what their role can settle', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(instance.stop)
  const owner = await becomeOwner(instance)
  await setWebhook(instance.data, await createWebhook(owner), disabled())
  const profiles = (await owner.ask('GET', '/profiles')).body.data.profiles
  await connectOnce(instance, profiles[0].id, ['x'])
  const author = await newPerson(instance, owner.ask, 'author')
  const { id, revision } = (await author.ask('POST', '/drafts', { body: { message: 'News.', platforms: ['x'] } })).body
    .data
  await author.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: revision } })

  const expected: Readonly<Record<Exclude<Role, 'owner'>, readonly string[]>> = {
    viewer: [],
    author: [],
    editor: ['draft_waiting'],
    admin: ['draft_waiting', 'webhook_disabled'],
  }
  for (const role of ['viewer', 'author', 'editor', 'admin'] as const) {
    const { ask } = await newPerson(instance, owner.ask, role)
    const { notices, total } = (await ask('GET', '/notices')).body.data
    const types = notices.map(({ type }: { type: string }) => type).toSorted()
    assert.deepEqual([types, total], [expected[role], expected[role].length], role)
  }
})

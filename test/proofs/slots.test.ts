import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../harness/client.ts'
import { makePlace } from '../harness/database.ts'
import { startInstance } from '../harness/instance.ts'
import { daily, nextSlots, setSlots } from '../harness/posting-plan.ts'
import { newPublisher, textPost } from '../harness/posts.ts'

const atOnce = 40

test('posts that two instances over one PostgreSQL accept at the same time take different slots, and leave none out', async () => {
  const place = await makePlace('postgres')
  const start = () => startInstance('postgres', { place, roles: { api: true, worker: false } })
  const instances = [await start(), await start()]
  try {
    const [first] = instances
    assert.ok(first)
    const user = await newPublisher(first)
    await setSlots(user, daily('09:00', '12:00', '17:30'))
    const free = await nextSlots(user, atOnce)
    const clients = instances.map(({ base }) => createClient(base, user.key))
    const replies = await Promise.all(
      free.map((_, at) =>
        clients[at % clients.length]?.('POST', '/post', { body: { ...textPost, scheduled_at: 'next_slot' } }),
      ),
    )
    assert.deepEqual(replies.map((reply) => reply?.body.scheduled_at).sort(), free)
  } finally {
    for (const { stop } of instances) await stop()
    await place.remove()
  }
})

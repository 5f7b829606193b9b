import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, createClient } from '../harness/client.ts'
import { makePlace } from '../harness/database.ts'
import { startInstance } from '../harness/instance.ts'
import { daily, nextSlots, setSlots } from '../harness/posting-plan.ts'
import { newPublisher, textPost } from '../harness/posts.ts'

const atOnce = 40

/** On a busy machine, the service may ask to try again: too many others wrote at the same moment. */
async function untilAccepted(client: Client, key: string): Promise<string> {
  const body = { ...textPost, scheduled_at: 'next_slot' }
  for (;;) {
    const reply = await client('POST', '/post', { body, headers: { 'idempotency-key': key } })
    if (reply.status === 200) return reply.body.scheduled_at
    assert.equal(reply.status, 503, reply.text)
  }
}

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
    const times = await Promise.all(
      free.map((_, at) => {
        const client = clients[at % clients.length]
        assert.ok(client)
        return untilAccepted(client, `slot-${at}`)
      }),
    )
    assert.deepEqual(times.sort(), free)
  } finally {
    for (const { stop } of instances) await stop()
    await place.remove()
  }
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { askDuring } from '../harness/ask-during.ts'
import { type Client, createClient, type Reply } from '../harness/client.ts'
import { type InstanceData, makeInstanceData } from '../harness/database.ts'
import { saveDraft } from '../harness/drafts.ts'
import { eventually } from '../harness/eventually.ts'
import type { Instance, User } from '../harness/instance.ts'
import { uploadNamed } from '../harness/library.ts'
import { startMediaInstance } from '../harness/media.ts'
import { daily, nextSlots, setSlots } from '../harness/posting-plan.ts'
import { inDays, newPublisher, schedulePost, textPost } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'

const atOnce = 40
/** More than the connections of a process. */
const crowd = 20

// Two instances over one PostgreSQL: what one of them knows about its own requests is not enough.
let instanceData: InstanceData
let instances: readonly [Instance, Instance]
before(async () => {
  instanceData = await makeInstanceData('postgres')
  const roles = { api: true, worker: false }
  const start = () =>
    startMediaInstance('postgres', { data: instanceData, roles, env: { POLYPOST_POSTING_ALLOWANCES: '0,0,5,0' } })
  instances = [await start(), await start()]
})
after(async () => {
  for (const { stop } of instances) await stop()
  await instanceData.remove()
})

/** Sends requests of a user at the same time, to the instances in turn. */
const sent = (user: User, count: number, ask: (client: Client, at: number) => Promise<Reply>): Promise<Reply[]> => {
  const clients = instances.map(({ base }) => createClient(base, user.key))
  return Promise.all(Array.from({ length: count }, (_, at) => untilAnswered(clients[at % 2] ?? user.ask, at, ask)))
}

/** On a busy machine, the service may ask to try again: too many others wrote at the same moment. */
async function untilAnswered(client: Client, at: number, ask: (client: Client, at: number) => Promise<Reply>) {
  for (;;) {
    const reply = await ask(client, at)
    if (reply.status !== 503) return reply
  }
}

const accepted = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 200).length

test('posts of a user that two instances accept at the same time take different slots, and leave none out', async () => {
  const user = await newPublisher(instances[0])
  await setSlots(user, daily('09:00', '12:00', '17:30'))
  const free = await nextSlots(user, atOnce)
  const replies = await sent(user, atOnce, (client, at) =>
    client('POST', '/post', {
      body: { ...textPost, scheduled_at: 'next_slot' },
      headers: { 'idempotency-key': `slot-${at}` },
    }),
  )
  assert.deepEqual(replies.map(({ body }) => body.scheduled_at).sort(), free)
})

test('an allowance is used up exactly', async () => {
  const user = await newPublisher(instances[0], { platforms: ['x'], plan: 3 })
  const replies = await sent(user, atOnce, (client, at) =>
    client('POST', '/post', {
      body: { ...textPost, platforms: ['x'], ...(at % 4 < 2 && { scheduled_at: inDays(0.01) }) },
    }),
  )
  assert.equal(accepted(replies), 5)
})

test('a user has no more labels than are allowed', async () => {
  const user = await newPublisher(instances[0])
  const { id } = await saveDraft(user)
  const names = Array.from({ length: 195 }, (_, at) => `label ${at}`)
  for (const name of names) assert.equal((await user.ask('POST', '/labels', { body: { name } })).status, 200)
  const replies = await sent(user, atOnce, (client, at) =>
    at % 4 < 2
      ? client('POST', '/post', { body: { ...textPost, labels: [`of post ${at}`] } })
      : client('POST', `/drafts/${id}/duplicate`, { body: {} }).then((made) =>
          client('PATCH', `/drafts/${made.body.data.id}`, {
            body: { expected_revision: 1, labels: [`of draft ${at}`] },
          }),
        ),
  )
  assert.equal(accepted(replies), 5)
  assert.equal((await user.ask('GET', '/labels')).body.data.labels.length, 200)
})

test('a file that a post or a draft is to use is either kept for it, or deleted before', async () => {
  const user = await newPublisher(instances[0])
  for (let round = 0; round < 10; round += 1) {
    const { id } = await uploadNamed(user, 'raced.png')
    const media = [{ storageKey: id }]
    const [deletion, ...uses] = await sent(user, 4, (client, at) => {
      if (at === 0) return client('DELETE', `/media/${id}`)
      if (at === 1) return client('POST', '/drafts', { body: { media } })
      return client('POST', '/post', { body: { ...textPost, media, ...(at === 3 && { scheduled_at: inDays(30) }) } })
    })
    assert.equal(deletion?.status, accepted(uses) > 0 ? 409 : 200, deletion?.text)
    for (const { status, text } of uses) assert.ok(status === 200 || status === 422, text)
  }
})

test('a profile is deleted with a draft that another instance is storing in it', async () => {
  const user = await newPublisher(instances[0])
  const [here, there] = instances.map(({ base }) => createClient(base, user.key))
  assert.ok(here && there)
  const { body } = await here('POST', '/profiles', { body: { name: 'Second' } })
  const id: string = body.data.profile_id
  const [draft, deletion] = await askDuring(
    instanceData,
    (tx) => sql`lock table drafts in share mode`.execute(tx),
    () => here('POST', '/drafts', { body: { profile_id: id } }),
    () => there('DELETE', `/profiles/${id}`),
  )
  assert.deepEqual([draft.status, deletion.status], [200, 200], draft.text + deletion.text)
  assert.equal((await here('GET', `/drafts/${draft.body.data.id}`)).status, 404)
})

test('of edits of one revision, one is made', async () => {
  const user = await newPublisher(instances[0])
  const { id } = await schedulePost(user)
  const replies = await sent(user, atOnce, (client, at) =>
    client('PATCH', `/posts/${id}`, { body: { expected_revision: 1, message: `Edit ${at}` } }),
  )
  assert.equal(accepted(replies), 1)
  assert.equal((await user.ask('GET', `/posts/${id}`)).body.data.revision, 2)
})

test('requests of a user that wait for each other do not hold up the requests of others', async () => {
  const [user, other] = [await newPublisher(instances[0]), await newPublisher(instances[0])]
  const body = { ...textPost, labels: ['waiting'] }
  await withDatabase(instanceData, async (db) => {
    const waiting = await db.transaction().execute(async (tx) => {
      await sql`select 1 from profiles where id = ${user.profileId} for update`.execute(tx)
      const asked = Array.from({ length: crowd }, () => user.ask('POST', '/post', { body }))
      await eventually('a request waits for the lock', async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length > 0
      })
      assert.equal((await other.ask('POST', '/post', { body })).status, 200)
      return asked
    })
    assert.equal(accepted(await Promise.all(waiting)), crowd)
  })
})

const works: Readonly<Record<string, (user: User) => Promise<() => Promise<Reply>>>> = {
  'a post with a time, a file and a label': async (user) => {
    const { publicUrl } = await uploadNamed(user, 'free.png')
    const body = { ...textPost, scheduled_at: inDays(30), media: [{ url: publicUrl }], labels: ['free'] }
    return () => user.ask('POST', '/post', { body })
  },
  'an edit of a post': async (user) => {
    const { id } = await schedulePost(user)
    return () =>
      user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, message: 'Later', scheduled_at: inDays(40) } })
  },
  'a submitted draft': async (user) => {
    const { id } = await saveDraft(user, textPost)
    return () => user.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: 1, scheduled_at: inDays(30) } })
  },
}

for (const [what, prepare] of Object.entries(works))
  test(`${what} does not make a transaction fail that reads what it writes and writes what it reads`, async () => {
    const user = await newPublisher(instances[0])
    const webhook = await user.ask('POST', '/webhooks', { body: { url: 'https://example.com/posts', events: ['*'] } })
    assert.equal(webhook.status, 200, webhook.text)
    const ask = await prepare(user)
    await withDatabase(instanceData, (db) =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (tx) => {
          await tx.selectFrom('events').selectAll().execute()
          const { status, text } = await ask()
          assert.equal(status, 200, text)
          await tx
            .updateTable('webhooks')
            .set((e) => ({ created_at: e('created_at', '+', 1) }))
            .execute()
        }),
    )
  })

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appendEvents } from '../../src/store/deliveries/events.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startInstance } from '../harness/instance.ts'
import { withDatabase } from '../harness/rows.ts'
import { type Receiver, receiverEnv, startReceiver } from '../harness/servers/receiver.ts'

const hanging = 50
const healthy = 10
/** Due for each endpoint, at the same moment. */
const due = 20
/** Of one user. */
const endpointsEach = 10

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let receiver: Receiver
  /** Open requests, and their maximum, by path. */
  const open = new Map<string, number>()
  const most = new Map<string, number>()

  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    receiver = await startReceiver((response, { path }) => {
      const count = (open.get(path) ?? 0) + 1
      open.set(path, count)
      most.set(path, Math.max(count, most.get(path) ?? 0))
      response.once('close', () => open.set(path, (open.get(path) ?? 1) - 1))
      if (path.includes('healthy')) response.writeHead(204).end()
    })
  })
  after(() => instanceData.remove())

  /** Makes everything due before any worker runs, the hanging endpoints first. */
  async function prepare(): Promise<void> {
    const { newUser, stop } = await startInstance(kind, {
      data: instanceData,
      env: receiverEnv,
      roles: { api: true, worker: false },
    })
    const users: number[] = []
    for (const [manner, count] of [
      ['hanging', hanging],
      ['healthy', healthy],
    ] as const)
      for (let first = 0; first < count; first += endpointsEach) {
        const { id, ask } = await newUser()
        users.push(id)
        for (let number = first; number < first + endpointsEach; number += 1) {
          const { status, text } = await ask('POST', '/webhooks', {
            body: { url: `${receiver.url}/${manner}/${number}` },
          })
          assert.equal(status, 200, text)
        }
      }
    await stop()
    const events = Array.from({ length: due }, (_, number) => ({ name: 'post.published', data: { number } }))
    await withDatabase(instanceData, (db) =>
      db.transaction().execute(async (tx) => {
        for (const userId of users) await appendEvents(tx, { userId, postId: null, now: Date.now() }, events)
      }),
    )
  }

  test('endpoints that hang do not delay the deliveries to others', async () => {
    await prepare()
    const instance = await startInstance(kind, { data: instanceData, env: receiverEnv })
    try {
      const toldTo = (manner: string) => receiver.received.filter(({ path }) => path.includes(manner)).length
      await eventually('the healthy are told', () => toldTo('healthy') === healthy * due)
      const held = [...open].filter(([path, count]) => path.includes('hanging') && count > 0)
      assert.ok(held.length > hanging / 2, `${held.length} hang`)
      assert.ok(toldTo('hanging') <= 2 * hanging, `${toldTo('hanging')} were told to those that hang`)
      const crowds = [...most].filter(([path, count]) => path.includes('hanging') && count > 1)
      assert.deepEqual(crowds, [])
    } finally {
      // First, because the instance waits for responses.
      await receiver.stop()
      await instance.stop()
    }
  })
})

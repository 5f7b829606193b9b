import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type EventReader, readEvents } from '../harness/event-stream.ts'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'
import { type Browser, becomeOwner, newPerson, type Person, signIn } from '../harness/people.ts'

let instance: Instance
let owner: Person

before(async () => {
  const env = { POLYPOST_TIME_SCALE: '50', POLYPOST_EVENT_STREAMS: '1,1,1,1' }
  instance = await startInstance('sqlite', { env })
  owner = await becomeOwner(instance)
})
after(() => instance.stop())

const streamOf = (browser: Browser): Promise<EventReader> =>
  readEvents(instance.base, null, { cookie: browser.cookie() ?? '' })

test('the stream of a session ends with the session', async () => {
  const browser = await signIn(instance.base, owner.email)
  const stream = await streamOf(browser)
  await browser.ask('DELETE', '/session')
  assert.equal(await stream.ended(), 'whole')
})

test('the streams of a person end when the role changes', async () => {
  const ana = await newPerson(instance, owner.ask, 'editor')
  const stream = await streamOf(ana)
  await owner.ask('PATCH', `/people/${ana.id}`, { body: { role: 'viewer' } })
  assert.equal(await stream.ended(), 'whole')
})

test('each session has the number of streams that the plan allows, and the keys of the user have their own', async () => {
  const streams = [
    await streamOf(owner),
    await streamOf(await signIn(instance.base, owner.email)),
    await readEvents(instance.base, ownerKey),
  ]
  const { status, body } = await owner.ask('GET', '/events/stream')
  assert.deepEqual([status, body.error.code], [403, 'limit_reached'])
  for (const stream of streams) stream.drop()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { GiB } from '../../src/domain/bytes.ts'
import { strangersLookup } from '../../src/outbound/strangers.ts'
import { openConnection, requestHead } from '../harness/connection.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { type EventReader, readEvents } from '../harness/event-stream.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { announce, giving, mediaEnv, originFor, put, uploadUrl } from '../harness/media.ts'
import { createPost, readJob } from '../harness/posts.ts'
import { insertFile, withDatabase } from '../harness/rows.ts'
import { type NameServer, startNameServer } from '../harness/servers/name-server.ts'
import { type SimulatedPlatforms, startSimulated } from '../harness/simulated.ts'
import { createWebhook } from '../harness/webhooks.ts'
import { picture } from '../media/fixtures.ts'

const free = 1
const png = await picture().png().toBuffer()

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let names: NameServer
  let simulated: SimulatedPlatforms
  let instance: Instance

  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    names = await startNameServer()
    simulated = await startSimulated({ scale: 200 })
    // The platforms have a name, as the real ones do, so that their calls need a lookup.
    const named = Object.entries(simulated.env).map(([name, value]) => [
      name,
      name.endsWith('_URL') ? value.replace('127.0.0.1', 'localhost') : value,
    ])
    instance = await startInstance(kind, {
      data: instanceData,
      lookup: strangersLookup({ servers: [names.address] }),
      env: {
        ...Object.fromEntries(named),
        ...(await mediaEnv()),
        POLYPOST_FETCHES_AT_ONCE: '2,2,2,100',
        POLYPOST_UPLOADS_AT_ONCE: '2,2,2,2',
        POLYPOST_STORAGE_GB: '1,1,1,0',
        POLYPOST_WEBHOOKS: '1,20,20,20',
        POLYPOST_EVENT_STREAMS: '1,1,1,1',
      },
    })
  })
  after(async () => {
    await instance.stop()
    await simulated.stop()
    await names.stop()
    await instanceData.remove()
  })

  test('a user whose names never resolve delays no platform call of others', async () => {
    const [greedy, other] = [await instance.newUser(), await instance.newUser()]
    await simulated.connect(other.ask, 'x', 'patient')
    const ended: number[] = []
    const uploads = Array.from({ length: 60 }, (_, at) =>
      uploadUrl(greedy.ask, `http://hangs-${at}.example/file.png`).then(({ status }) => ended.push(status)),
    )
    const hanging = () => new Set(names.asked.filter((name) => name.startsWith('hangs'))).size
    await eventually('all names are looked up', () => hanging() === uploads.length)

    const { jobIds } = await createPost(other, { platforms: ['x'] })
    await eventually('it is published', async () => (await readJob(other, jobIds[0] ?? 0)).status === 'completed')
    assert.deepEqual(ended, [], 'the names still hang')

    await Promise.all(uploads)
    assert.ok(ended.every((status) => status === 422))
  })

  test('a user runs a limited number of uploads by URL at the same time, and others are not affected', async (t) => {
    const [user, other] = [await instance.newUser(free), await instance.newUser(free)]
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const origin = await originFor(t, (socket, head) => held.then(() => giving(png)(socket, head)))
    const quick = await originFor(t, giving(png))
    const running = [uploadUrl(user.ask, origin.url), uploadUrl(user.ask, origin.url)]
    await eventually('both run', () => origin.connections === 2)
    const usage = (await user.ask('GET', '/usage')).body.data
    assert.deepEqual([usage.limits.fetches_at_once, usage.used.fetches_at_once], [2, 2])

    const refused = await uploadUrl(user.ask, quick.url)
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.match(refused.body.error.message, /^You are running 2 uploads by URL/)
    assert.equal((await uploadUrl(other.ask, quick.url)).status, 200)

    release()
    for (const { status } of await Promise.all(running)) assert.equal(status, 200)
    assert.equal((await uploadUrl(user.ask, quick.url)).status, 200)
  })

  test('a user sends a limited number of files at the same time', async () => {
    const user = await instance.newUser(free)
    const begin = async () => {
      const upload = await announce(user.ask, 'image/png', png.length)
      const connection = await openConnection(instance.base)
      const { pathname, search } = new URL(upload.url)
      const headers = { ...upload.headers, 'Content-Length': String(png.length) }
      connection.send(requestHead('PUT', pathname + search, headers))
      connection.send(png.subarray(0, 10))
      return connection
    }
    const [one, two] = [await begin(), await begin()]
    const used = async () => (await user.ask('GET', '/usage')).body.data.used.uploads_at_once
    await eventually('both run', async () => (await used()) === 2)
    const third = await announce(user.ask, 'image/png', png.length)
    const refused = await put(third, png)
    assert.deepEqual([refused.status, refused.code], [429, 'rate_limited'])
    one.send(png.subarray(10))
    await one.until(/^HTTP\/1\.1 200/)
    assert.equal((await put(third, png)).status, 200)
    two.drop()
    await eventually('none runs', async () => (await used()) === 0)
    one.drop()
  })

  test('a user stores a limited number of bytes, however the files come', async (t) => {
    const [user, other] = [await instance.newUser(free), await instance.newUser(free)]
    const origin = await originFor(t, giving(png))
    const left = png.length + 10
    const large = await withDatabase(instanceData, (db) =>
      insertFile(db, user.id, { contentType: 'video/mp4', size: GiB - left }),
    )
    assert.equal((await uploadUrl(user.ask, origin.url)).status, 200)
    const usage = (await user.ask('GET', '/usage')).body.data
    assert.deepEqual([usage.limits.stored_bytes, usage.used.stored_bytes], [GiB, GiB - 10])

    const body = { filename: 'a.png', contentType: 'image/png', size: 11 }
    for (const refused of [await uploadUrl(user.ask, origin.url), await user.ask('POST', '/upload', { body })]) {
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'limit_reached'])
      const [detail] = refused.body.error.details
      assert.deepEqual([detail.limit, detail.actual], [GiB, GiB - 10])
      assert.match(refused.body.error.message, /1 GB .* ask the operator to raise the limit/)
    }
    assert.equal((await uploadUrl(other.ask, origin.url)).status, 200)
    await withDatabase(instanceData, (db) => db.deleteFrom('media').where('key', '=', large).execute())
    assert.equal((await uploadUrl(user.ask, origin.url)).status, 200)
  })

  test('a user has as many webhooks as the plan allows', async () => {
    const [user, other] = [await instance.newUser(free), await instance.newUser()]
    await createWebhook(user)
    const refused = await user.ask('POST', '/webhooks', { body: { url: 'https://acme.example/more' } })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'limit_reached'])
    assert.match(refused.body.error.message, /^Your plan allows 1 webhooks, and you have 1\./)
    for (let count = 0; count < 2; count += 1) await createWebhook(other)
    const { limits, used } = (await other.ask('GET', '/usage')).body.data
    assert.deepEqual([limits.webhooks, used.webhooks], [20, 2])
  })

  test('HEAD of the event stream needs no room, and does not take any', async () => {
    const user = await instance.newUser(free)
    const head = async () => (await user.ask('HEAD', '/events/stream')).status
    for (let count = 0; count < 3; count += 1) assert.equal(await head(), 200)
    const reader: EventReader = await readEvents(instance.base, user.key)
    const refused = await user.ask('GET', '/events/stream')
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'limit_reached'])
    assert.equal(await head(), 200)
    assert.equal((await user.ask('GET', '/usage')).body.data.used.event_streams, 1)
    reader.drop()
    await eventually('it has ended', async () => (await user.ask('GET', '/usage')).body.data.used.event_streams === 0)
  })
})

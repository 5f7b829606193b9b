import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemLookup } from '../../src/outbound/dial.ts'
import { lookupFor, strangersLookup } from '../../src/outbound/strangers.ts'
import { eventually } from '../harness/eventually.ts'
import { type NameServer, startNameServer } from '../harness/servers/name-server.ts'

let server: NameServer
before(async () => {
  server = await startNameServer()
})
after(() => server.stop())

const openLookup = () => strangersLookup({ servers: [server.address] })

test('names that never resolve delay neither other names nor the names of platforms', async () => {
  const lookup = openLookup()
  const ended: string[] = []
  const hanging = Array.from({ length: 100 }, (_, at) => `hangs-${at}.example`).map((name) =>
    lookup(name).catch(() => ended.push(name)),
  )
  await eventually('all were asked for', () => new Set(server.asked).size >= hanging.length)
  assert.deepEqual(await lookup('good.example'), ['127.0.0.1'])
  assert.ok((await systemLookup('localhost')).length > 0)
  assert.deepEqual(ended, [])
  await Promise.all(hanging)
  assert.equal(ended.length, hanging.length)
})

test('a name is looked up once for any number of concurrent callers, and again afterwards', async () => {
  const lookup = openLookup()
  const times = () => server.asked.filter((name) => name === 'good-once.example').length
  await Promise.all([1, 2, 3].map(() => lookup('good-once.example')))
  const once = times()
  assert.ok(once <= 2, 'once for each family of addresses')
  await lookup('good-once.example')
  assert.equal(times(), 2 * once)
})

test('a name that does not exist is refused, and can be looked up again', async () => {
  const lookup = openLookup()
  for (let time = 0; time < 2; time += 1) await assert.rejects(lookup('missing.example'), { code: 'ENOTFOUND' })
})

test('internal names are looked up as the system does, and so are the names in the settings', async () => {
  const lookup = openLookup()
  const local = await systemLookup('localhost')
  assert.deepEqual(await lookup('localhost'), local)
  assert.deepEqual(await lookupFor(new Set(['localhost']), () => Promise.reject(new Error()))('localhost'), local)
  await assert.rejects(lookupFor(new Set(['localhost']), lookup)('missing.example'), { code: 'ENOTFOUND' })
  assert.ok(!server.asked.includes('localhost'))
})

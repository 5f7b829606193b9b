import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { channelOf, createWaker } from '../../src/store/engine/wake.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { makeInstanceData } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startDatabaseProxy } from '../harness/servers/database-proxy.ts'

test('a process wakes the others, and itself only once', async (t) => {
  const instanceData = await makeInstanceData('postgres')
  t.after(instanceData.remove)
  const { database, close } = await openStore(readConfig(instanceData.env), systemClock, {
    locks: true,
    migrates: true,
  })
  t.after(close)
  const start = async () => {
    const way = { listenAt: instanceData.env.DATABASE_URL ?? '', channel: channelOf('public') }
    const waker = createWaker(database, way, createLog({ level: 'silent', pretty: false }))
    t.after(waker.stop)
    const heard = { times: 0 }
    waker.listen(() => {
      heard.times += 1
    })
    await eventually('it listens', () => heard.times === 1)
    return { waker, heard }
  }
  const [one, other] = [await start(), await start()]
  for (let sent = 1; sent <= 10; sent += 1) {
    one.waker.wake()
    await eventually('the other is woken', () => other.heard.times === 1 + sent)
  }
  assert.equal(one.heard.times, 11)
})

test('a process is woken again after a time in which none of several servers took writes', async (t) => {
  const instanceData = await makeInstanceData('postgres')
  t.after(instanceData.remove)
  const { database, close } = await openStore(readConfig(instanceData.env), systemClock, {
    locks: true,
    migrates: true,
  })
  t.after(close)
  const address = instanceData.env.DATABASE_URL ?? ''
  const proxies = await Promise.all([1, 2].map(() => startDatabaseProxy(address)))
  t.after(() => {
    for (const proxy of proxies) proxy.remove()
  })
  const { username, pathname } = new URL(address)
  const servers = proxies.map(({ url }) => new URL(url).host).join(',')
  let searches = 0
  const log = createLog({ level: 'silent', pretty: false })
  // Such a connection fails before it exists.
  t.mock.method(log, 'warn', ({ err }: { err: Error }) => {
    if (err.message.startsWith('none of the servers takes writes')) searches += 1
  })
  const start = (listenAt: string) => {
    const waker = createWaker(database, { listenAt, channel: channelOf('public') }, log)
    t.after(waker.stop)
    return waker
  }
  const [one, other] = [start(`postgres://${username}@${servers}${pathname}`), start(address)]
  let heard = 0
  one.listen(() => {
    heard += 1
  })
  await eventually('it listens', one.isNotified)
  for (const proxy of proxies) proxy.cut()
  await eventually('it has looked for a server twice', () => searches === 2)
  assert.equal(one.isNotified(), false)
  for (const proxy of proxies) await proxy.restore()
  await eventually('it listens again', one.isNotified)
  const before = heard
  other.wake()
  await eventually('it is woken', () => heard > before)
})

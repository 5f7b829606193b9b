import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { channelOf, createWaker } from '../../src/store/engine/wake.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { makePlace } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'

test('a process wakes the others, and itself only once', async (t) => {
  const place = await makePlace('postgres')
  t.after(place.remove)
  const { database, close } = await openStore(readConfig(place.env), systemClock, { locks: true, migrates: true })
  t.after(close)
  const start = async () => {
    const way = { listenAt: place.env.DATABASE_URL ?? '', channel: channelOf('public') }
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

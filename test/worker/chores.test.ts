import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { day } from '../../src/domain/time.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { createPace } from '../../src/system/pace.ts'
import { createVitals } from '../../src/system/vitals.ts'
import { type Chore, startChores } from '../../src/worker/chores.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'

const log = createLog({ level: 'silent', pretty: false })
const vitals = createVitals(createPace(1))

onEachDatabase((kind) => {
  /** Starts workers that share a database, each with the same chores. */
  async function start(workers: number, chores: readonly Chore[]) {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const { database, close } = await openStore(readConfig(instanceData.env), systemClock, {
      locks: true,
      migrates: true,
    })
    const running = await Promise.all(
      Array.from({ length: workers }, () => startChores({ database, log, vitals }, chores)),
    )
    return {
      again: async () => void running.push(await startChores({ database, log, vitals }, chores)),
      stopAll: async () => void (await Promise.all(running.splice(0).map(({ stop }) => stop()))),
      end: async () => {
        for (const one of running) await one.stop()
        await close()
        await instanceData.remove()
      },
    }
  }

  test('one process at a time does a chore, and again after its pause, also after a failure', async () => {
    let active = 0
    let most = 0
    let times = 0
    const chore: Chore = {
      id: 1,
      what: 'a chore',
      every: 10,
      atStart: true,
      run: async () => {
        active += 1
        times += 1
        most = Math.max(most, active)
        await sleep(30)
        active -= 1
        if (times === 2) throw new Error('This time it fails.')
      },
    }
    const { end } = await start(3, [chore])
    try {
      await eventually('it was done several times', () => times >= 5)
      assert.equal(most, 1)
    } finally {
      await end()
    }
  })

  test('a chore that takes long delays no other, ends soon at a stop, and is continued by the next process', async () => {
    let begun = 0
    let others = 0
    const long: Chore = {
      id: 1,
      what: 'a long chore',
      every: day,
      atStart: false,
      run: async (pauses) => {
        begun += 1
        while (!pauses.stopped()) await pauses.pause(day)
      },
    }
    const short: Chore = {
      id: 2,
      what: 'a short one',
      every: 10,
      atStart: true,
      run: async () => {
        others += 1
      },
    }
    const { again, stopAll, end } = await start(1, [long, short])
    try {
      await eventually('the other one is done', () => begun === 1 && others >= 3)
      await stopAll()
      await again()
      await eventually('it is continued', () => begun === 2)
    } finally {
      await end()
    }
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLoop } from '../../src/queue/loop.ts'
import type { Claim, Source } from '../../src/queue/source.ts'
import { type Lease, LostLease } from '../../src/store/engine/leases.ts'
import { createLog } from '../../src/system/log.ts'
import { createPace } from '../../src/system/pace.ts'
import { createVitals } from '../../src/system/vitals.ts'
import { eventually } from '../harness/eventually.ts'

/** A loop that always finds one more row that is due. `lost`: the row that another worker takes over. */
function endlessWork(run: (id: number, signal: AbortSignal) => Promise<void>, lost?: number) {
  let claims = 0
  const vitals = createVitals(createPace(100))
  const loop = startLoop({
    what: 'rows',
    source: {
      table: 'jobs',
      claim: async () => {
        claims += 1
        return { rows: [{ id: claims, fence: 1 }], more: true }
      },
      renew: async (held) => ({ renewed: held.map(({ id }) => id).filter((id) => id !== lost), busy: [] }),
      nextDueIn: async () => null,
    },
    pace: createPace(100),
    vitals,
    log: createLog({ level: 'silent', pretty: false }),
    slots: 2,
    stopping: new AbortController().signal,
    run: ({ id }, signal) => run(id, signal),
  })
  return { loop, claims: () => claims, leasesLost: () => vitals.lostLeases().get('jobs') }
}

test('a loop that is stopping claims nothing more, waits for its work, and then has ended', async () => {
  const ended: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { loop, claims } = endlessWork(async (id, signal) => {
    await held
    await new Promise((resolve) => setImmediate(resolve))
    ended.push(`${id} ${signal.aborted ? 'was cut off' : 'ended'}`)
  })
  await eventually('every slot is taken', () => claims() === 2)
  const stopped = loop.stop()
  release()
  await stopped
  assert.deepEqual([claims(), ended], [2, ['1 ended', '2 ended']])
  loop.wake()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(claims(), 2)
})

const nothing: Claim<Lease> = { rows: [], more: false }

/** Claims that find these rows, one after the other. */
function finding(...found: Lease[]): Source<Lease>['claim'] {
  return async () => {
    const row = found.shift()
    return row ? { rows: [row], more: found.length > 0 } : nothing
  }
}

/** A loop on rows that a test gives it. Its leases hold for 3 s, the shortest. */
function loopOn(source: Partial<Source<Lease>>, run: (work: Lease, signal: AbortSignal) => Promise<void>) {
  const stopping = new AbortController()
  const loop = startLoop<Lease>({
    what: 'rows',
    source: {
      table: 'jobs',
      claim: async () => nothing,
      renew: async (held) => ({ renewed: held.map(({ id }) => id), busy: [] }),
      nextDueIn: async () => null,
      ...source,
    },
    pace: createPace(100),
    vitals: createVitals(createPace(100)),
    log: createLog({ level: 'silent', pretty: false }),
    slots: 4,
    stopping: stopping.signal,
    run,
  })
  return {
    wake: loop.wake,
    stop: async () => {
      stopping.abort()
      await loop.stop()
    },
  }
}

test('work that a process claims again while its first turn still runs waits for the end of that turn', async () => {
  const claim = finding({ id: 1, fence: 1 }, { id: 1, fence: 2 }, { id: 2, fence: 1 })
  const log: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const loop = loopOn({ claim }, async ({ id, fence }, signal) => {
    log.push(`begin ${id}/${fence}`)
    if (fence === 1 && id === 1) {
      // It still has something to store.
      await released
      log.push(`aborted: ${signal.aborted}`)
    }
    log.push(`end ${id}/${fence}`)
  })
  await eventually('other work is done', () => log.includes('end 2/1'))
  assert.ok(!log.includes('begin 1/2'))
  release()
  await eventually('the second turn has ended', () => log.includes('end 1/2'))
  assert.deepEqual(
    log.filter((line) => !line.includes(' 2/')),
    ['begin 1/1', 'aborted: true', 'end 1/1', 'begin 1/2', 'end 1/2'],
  )
  await loop.stop()
})

test('a claim that is never answered does not stop a loop, neither its claims nor its end', async () => {
  let claims = 0
  const done: number[] = []
  const loop = loopOn(
    {
      claim: async () => {
        claims += 1
        if (claims === 1) return new Promise(() => {})
        return claims === 2 ? { rows: [{ id: 7, fence: 1 }], more: false } : nothing
      },
    },
    async ({ id }) => {
      done.push(id)
    },
  )
  await eventually('the second claim was made', () => done.includes(7))
  await loop.stop()

  const hanging = loopOn({ claim: () => new Promise(() => {}) }, async () => {})
  await hanging.stop()
})

test('a loop looks again at once only if there may be more', async () => {
  const asked: string[] = []
  const claim = finding({ id: 1, fence: 1 }, { id: 2, fence: 1 })
  const loop = loopOn(
    {
      claim: (ask) => {
        asked.push('claim')
        return claim(ask)
      },
      nextDueIn: async () => {
        asked.push('time')
        return null
      },
    },
    () => new Promise(() => {}),
  )
  await eventually('it has asked for the time', () => asked.includes('time'))
  assert.deepEqual(asked.slice(0, 3), ['claim', 'claim', 'time'])
  await loop.stop()
})

test('a loop claims what has become due since its claim has looked, without being woken', async () => {
  const asked: number[] = []
  let claims = 0
  const loop = loopOn(
    {
      claim: async () => {
        claims += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
        return nothing
      },
      nextDueIn: async (elapsed) => {
        asked.push(elapsed)
        return asked.length === 1 ? 0 : null
      },
    },
    async () => {},
  )
  await eventually('it has asked twice', () => asked.length >= 2)
  assert.ok(claims >= 2)
  // Timers may be a millisecond early.
  assert.ok(asked.every((elapsed) => elapsed >= 19))
  await loop.stop()
})

test('renewals that are never answered do not pile up, and the work is told that its lease is lost', async () => {
  let renewals = 0
  let reason: unknown
  const loop = loopOn(
    {
      claim: finding({ id: 1, fence: 1 }),
      renew: () => {
        renewals += 1
        return new Promise(() => {})
      },
    },
    (_work, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve()
        })
      }),
  )
  await eventually('the lease is lost', () => reason instanceof LostLease)
  // A renewal is due four times until then. When the first has waited for too long, a second may just begin.
  assert.ok(renewals <= 2, `${renewals} renewals`)
  await loop.stop()
})

test('work that is locked during a renewal is not told that its lease is lost, and is renewed later', async () => {
  let renewals = 0
  let isTold: boolean | undefined
  const loop = loopOn(
    {
      claim: finding({ id: 1, fence: 1 }),
      renew: async () => {
        renewals += 1
        return renewals === 1 ? { renewed: [], busy: [1] } : { renewed: [1], busy: [] }
      },
    },
    async (_work, signal) => {
      await eventually('it is renewed', () => renewals > 1)
      isTold = signal.aborted
    },
  )
  await eventually('it has ended', () => isTold !== undefined)
  await loop.stop()
  assert.equal(isTold, false)
})

test('work that another worker has taken over is told at the next renewal, and other work goes on', async (t) => {
  const lost = 1
  const signals = new Map<number, AbortSignal>()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { loop, leasesLost } = endlessWork(async (id, signal) => {
    signals.set(id, signal)
    await held
  }, lost)
  t.after(() => {
    // Slots that are free now are taken again, without end.
    release()
    return loop.stop()
  })
  const told = await eventually('it is told', () => signals.get(lost)?.aborted && signals.get(lost)?.reason)
  assert.ok(told instanceof LostLease)
  assert.equal(signals.get(2)?.aborted, false)
  assert.equal(leasesLost(), 1)
})

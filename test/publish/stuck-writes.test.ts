import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseKinds } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type Job, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { type CreateHook, withCreateHook } from './create-hook.ts'

if (databaseKinds.includes('postgres')) {
  let bench: PublishingInstance
  let hook: CreateHook = async (_, handle) => handle()
  before(async () => {
    bench = await startPublishing('postgres', { change: withCreateHook((...given) => hook(...given)) })
  })
  after(() => bench.stop())

  const isCompleted = ({ status }: Job) => status === 'completed'
  const isPublished = (who: Newcomer) => eventually('it is published', async () => (await who.published()).length > 0)

  test('ends of jobs are stored while one that comes with them waits for a lock, and that one after it', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => bench.newcomer('x')))
    const [early, late, ...others] = people
    assert.ok(early && late)
    /** The calls of these accounts return. */
    const returning = new Map(people.map(({ name }) => [name, Promise.withResolvers<void>()]))
    let calls = 0
    hook = async (request, handle) => {
      calls += 1
      const name = people.find(({ name }) => request.body.includes(name))?.name ?? ''
      await returning.get(name)?.promise
      return handle()
    }
    const jobOf = new Map<Newcomer, number>()
    for (const who of people) jobOf.set(who, (await who.post({ message: `Of ${who.name}.` })).jobIds[0] ?? 0)
    const completed = (who: Newcomer) => bench.until('it is completed', jobOf.get(who) ?? 0, isCompleted)
    await eventually('all are called', () => calls === people.length)
    await bench.rows.db.transaction().execute(async (tx) => {
      const locked = [early, late].map((who) => jobOf.get(who) ?? 0)
      await tx.selectFrom('jobs').select('id').where('id', 'in', locked).forUpdate().execute()
      // While its end waits, those of all others come, and share the next write.
      returning.get(early.name)?.resolve()
      await isPublished(early)
      await sleep(100)
      for (const who of people) returning.get(who.name)?.resolve()
      await Promise.all(others.map(completed))
    })
    await Promise.all([early, late].map(completed))
    const metrics = await (await fetch(`${bench.instance.base}/metrics`)).text()
    const tries = Number(/^polypost_writes_retried_total\{what="jobs"\} (\d+)$/m.exec(metrics)?.[1])
    assert.ok(tries >= 2, `${tries} tries were counted`)
    for (const who of people) assert.equal((await who.published()).length, 1)
  })
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { runCommand } from '../harness/process.ts'
import { openRows, type Rows } from '../harness/rows.ts'

/** Whether a process can take due work. */
onEachDatabase((kind) => {
  let instance: Instance
  let rows: Rows
  before(async () => {
    instance = await startInstance(kind, { env: { POLYPOST_TIME_SCALE: '20' } })
    rows = await openRows(instance.data)
  })
  after(async () => {
    await rows.close()
    await instance.stop()
  })

  const readiness = async (): Promise<{ claims: string; claims_failing?: string[] }> => {
    const response = await fetch(`${instance.base}/readyz`)
    assert.equal(response.status, 200)
    return JSON.parse(await response.text())
  }
  const claims = async () => {
    const { claims, claims_failing } = await readiness()
    return claims_failing === undefined ? claims : `${claims}: ${claims_failing}`
  }
  const counted = async () => {
    const metrics = await (await fetch(`${instance.base}/metrics`)).text()
    return Number(/^polypost_claims_failed_total\{queue="replies"\} (\d+)$/m.exec(metrics)?.[1])
  }
  const check = async () => {
    const { body } = await instance.owner('GET', '/health')
    const { status, summary } = body.data.checks.find(({ id }: { id: string }) => id === 'claims')
    return `${status}: ${summary}`
  }
  const doctor = async () => {
    const env = { ...instance.data.env, POLYPOST_PUBLIC_URL: instance.base }
    const { output } = await runCommand(['doctor', '--json'], env)
    const { checks } = JSON.parse(output)
    return checks.find(({ id }: { id: string }) => id === 'claims').summary
  }
  const rename = (from: string, to: string) =>
    rows.change((db) => sql.raw(`alter table ${from} rename to ${to}`).execute(db))

  test('a process says which due work it can’t take, and stays ready', async () => {
    assert.deepEqual([await claims(), await counted(), await check()], ['ok', 0, 'ok: Due work can be taken.'])
    assert.equal(await doctor(), 'Due work can be taken.')
    await rename('replies', 'lost_replies')
    await eventually('it says so', async () => (await claims()) === 'failing: replies')
    assert.ok((await counted()) >= 3)
    const sentence = 'No due work of these kinds can be taken: replies.'
    assert.deepEqual([await check(), await doctor()], [`error: ${sentence}`, sentence])
    await rename('lost_replies', 'replies')
    await eventually('it can take it again', async () => (await claims()) === 'ok')
  })
})

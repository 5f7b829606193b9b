import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { isReady, type RunningProcess } from '../../harness/process.ts'
import { withDatabase } from '../../harness/rows.ts'
import { type Stage, setStage } from '../../harness/stage.ts'

const made = { POLYPOST_OWNER_KEY: '' }

const isWelcome = async ({ base }: RunningProcess, key: string): Promise<boolean> =>
  (await createClient(base, key)('GET', '/admin/users')).status === 200

const hasEnded = ({ process }: RunningProcess): boolean => process.exitCode !== null || process.signalCode !== null

/** Starts ten processes at the same moment. Waits until each one serves or has ended, and returns both groups. */
async function startTen({ launch }: Stage) {
  const all = await Promise.all(Array.from({ length: 10 }, () => launch(['start'], made)))
  const isSettled = async (one: RunningProcess) => hasEnded(one) || (await isReady(one.base))
  await Promise.all(all.map((one) => eventually('the process is ready or has ended', () => isSettled(one))))
  return { serving: all.filter((one) => !hasEnded(one)), ended: all.filter(hasEnded) }
}

/** On a busy machine the database may answer too late to be ready. */
const errorsOf = ({ output }: RunningProcess): string[] =>
  output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line) && !line.includes('The database does not respond at the moment.'))

describe('ten processes that start at the same moment', () => {
  test('on one empty PostgreSQL database all of them serve, with one owner and one key', async (t) => {
    const stage = await setStage(t, 'postgres')
    const { serving, ended } = await startTen(stage)
    assert.deepEqual([serving.length, ended.map((one) => one.output())], [10, []])
    const [users, keys, instances] = await withDatabase(stage.data, async (db) => [
      await db.selectFrom('users').select('email').execute(),
      await db.selectFrom('api_keys').select('id').execute(),
      await db.selectFrom('instance').select('id').execute(),
    ])
    assert.deepEqual([users, keys?.length, instances?.length], [[{ email: 'owner@localhost' }], 1, 1])
    assert.equal(serving.filter((one) => one.output().includes('owner.key')).length, 1)
    const key = (await readFile(join(stage.data.directory, 'owner.key'), 'utf8')).trim()
    for (const one of serving) {
      assert.ok(await isWelcome(one, key))
      assert.deepEqual(errorsOf(one), [])
    }
  })

  test('on one data directory one serves and nine are refused; when it is killed, the next one can start', async (t) => {
    const stage = await setStage(t, 'sqlite')
    const { serving, ended } = await startTen(stage)
    const [winner] = serving
    assert.ok(winner && serving.length === 1, `${serving.length} serve`)
    for (const one of ended) {
      assert.equal(await one.ended, 1)
      assert.match(one.output(), /^polypost: Another Polypost is running on .+\n$/)
    }
    const key = (await readFile(join(stage.data.directory, 'owner.key'), 'utf8')).trim()
    assert.ok(await isWelcome(winner, key))
    await winner.end('SIGKILL')
    const next = await stage.start()
    assert.ok(await isWelcome(next, key))
  })
})

onEachDatabase((kind) => {
  test('the first start writes the owner’s key to a file that only its user can read, and no later start creates another', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const file = join(instanceData.directory, 'owner.key')
    const first = await start('start', made)
    const key = (await readFile(file, 'utf8')).trim()
    assert.match(key, /^pp_[A-Za-z0-9]{40}$/)
    const { mode, mtimeMs } = await stat(file)
    assert.equal(mode & 0o777, 0o600)
    assert.ok(await isWelcome(first, key))
    await first.end('SIGTERM')
    assert.ok(first.output().includes(file))
    assert.ok(!first.output().includes(key.slice(10)), 'the log does not contain the key')

    const second = await start('start', made)
    assert.ok(await isWelcome(second, key))
    assert.equal((await stat(file)).mtimeMs, mtimeMs)
    assert.ok(!second.output().includes('owner.key'))
  })

  test('if a start is killed as soon as the owner exists, the owner’s key exists too', async (t) => {
    const { data: instanceData, launch, start } = await setStage(t, kind)
    const killed = await launch(['start'], { ...made, CRASH_AT: 'first-start.made' })
    assert.equal(await killed.ended, null)
    const key = (await readFile(join(instanceData.directory, 'owner.key'), 'utf8')).trim()
    assert.ok(await isWelcome(await start('start', made), key))
  })

  test('POLYPOST_OWNER_KEY is the owner’s key, and is written to no file', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const first = await start()
    assert.ok(await isWelcome(first, ownerKey))
    await first.end('SIGTERM')
    assert.ok(!(await readdir(instanceData.directory)).includes('owner.key'))
    const other = `pp_${'other'.repeat(9)}`
    const second = await start('start', { POLYPOST_OWNER_KEY: other })
    assert.deepEqual([await isWelcome(second, ownerKey), await isWelcome(second, other)], [true, false])
    assert.ok(!(first.output() + second.output()).includes(ownerKey))
  })
})

test('in an embedded data directory, only its user can read the encryption key', async (t) => {
  const { data: instanceData, start } = await setStage(t, 'sqlite')
  const directory = join(instanceData.directory, 'made by Polypost')
  await start('start', { POLYPOST_DATA_DIR: directory })
  assert.equal((await stat(directory)).mode & 0o777, 0o700)
  assert.equal((await stat(join(directory, 'secret.key'))).mode & 0o777, 0o600)
})

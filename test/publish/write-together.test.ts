import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeTogether } from '../../src/worker/write-together.ts'

const fails = (code: string) => Object.assign(new Error(`It failed with ${code}.`), { code })
const lockWait = '55P03'
const shutDown = '57P01'
const badText = '22P02'

/** A write that fails if it contains a row with a fault; `runs` are the IDs of each run. */
function watched() {
  const faults = new Map<number, string>()
  const runs: number[][] = []
  const write = writeTogether('jobs', async (rows: readonly { readonly id: number; readonly fence: number }[]) => {
    const ids = rows.map(({ id }) => id)
    runs.push(ids)
    const code = ids.map((id) => faults.get(id)).find((one) => one !== undefined)
    if (code !== undefined) throw fails(code)
    return ids
  })
  const all = (ids: readonly number[]) =>
    Promise.all(
      ids.map((id) =>
        write({ id, fence: 1 }).then(
          () => 'stored',
          ({ code }) => code,
        ),
      ),
    )
  return { faults, runs, all }
}

test('a row that is stuck is found by halves, and the others are stored', async () => {
  const { faults, runs, all } = watched()
  faults.set(3, lockWait)
  assert.deepEqual(await all([1, 2, 3, 4]), ['stored', 'stored', lockWait, 'stored'])
  assert.deepEqual(runs, [[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]])
})

test('a row that was stuck is tried again alone, until it is stored', async () => {
  const { faults, runs, all } = watched()
  faults.set(1, lockWait)
  await all([1, 2])
  runs.length = 0
  assert.deepEqual(await all([3, 1, 4]), ['stored', lockWait, 'stored'])
  faults.delete(1)
  assert.deepEqual(await all([1, 5]), ['stored', 'stored'])
  assert.deepEqual(await all([1, 6]), ['stored', 'stored'])
  assert.deepEqual(runs.sort(), [[1], [1], [1, 6], [3, 4], [5]])
})

test('a row that can’t be written fails by itself', async () => {
  const { faults, all } = watched()
  faults.set(2, badText)
  assert.deepEqual(await all([1, 2, 3]), ['stored', badText, 'stored'])
})

test('if the database is away, the rows are not tried one by one', async () => {
  const { faults, runs, all } = watched()
  for (const id of [1, 2, 3]) faults.set(id, shutDown)
  assert.deepEqual(await all([1, 2, 3]), [shutDown, shutDown, shutDown])
  assert.deepEqual(runs, [[1, 2, 3]])
})

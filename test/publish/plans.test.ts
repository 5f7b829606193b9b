import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { isAtRest, type Publishing, startPublishing } from '../harness/publishing.ts'

/** Tables that grow with every post. */
const growing = ['posts', 'jobs', 'steps', 'events', 'deliveries', 'measured_posts', 'watched_posts', 'status_log']
const readsAll = new RegExp(`^SCAN (?:${growing.join('|')})$`)
/** Begins with the first row, and ends after some. */
const readsSome = /^select (?:(?!where).)+ order by "id" limit \?$/

/** How SQLite finds the rows of each statement. */
const plans = new Map<string, readonly string[]>()

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (text) {
  const statement = prepare.call(this, text)
  if (/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) {
    const plan = prepare.call(this, `explain query plan ${text}`).all()
    plans.set(
      text,
      plan.map(({ detail }) => String(detail)),
    )
  }
  return statement
}

let bench: Publishing
before(async () => {
  bench = await startPublishing('sqlite')
})
after(() => bench.stop())

test('no statement between the request of a post and its end reads a table from one end to the other', async () => {
  plans.clear()
  const who = await bench.newcomer('x', 'planned')
  const { jobIds } = await who.post({ message: 'Found by its key.' })
  const [jobId = 0] = jobIds
  assert.equal((await bench.until('it is at rest', jobId, isAtRest)).status, 'completed')
  assert.ok([...plans.keys()].some((text) => text.includes('insert into "steps"')))
  const slow = [...plans].filter(([text, plan]) => !readsSome.test(text) && plan.some((line) => readsAll.test(line)))
  assert.deepEqual(slow, [])
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { jobStatuses } from '../../src/domain/job-status.ts'
import { platforms } from '../../src/platforms/index.ts'
import { jobFormat } from '../../src/store/jobs.ts'

/** What each format can contain. A released line is never changed. */
const contents: Readonly<Record<number, string>> = {
  1: 'bcbc406af0f7ba08',
}

test('what a worker of the last release cannot perform has a format of its own', () => {
  const words = [
    ...jobStatuses,
    ...platforms.flatMap(({ name, live }) => Object.keys(live.actions).map((action) => `${name}.${action}`)),
  ]
  const digest = createHash('sha256').update(words.sort().join()).digest('hex').slice(0, 16)
  assert.equal(
    digest,
    contents[jobFormat],
    `The statuses of jobs or the actions of plans have changed. If the last release contains ${jobFormat} as jobFormat, raise it in src/store/jobs.ts; then add a line for it here`,
  )
})

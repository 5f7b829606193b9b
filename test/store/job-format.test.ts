import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { deliveryErrors, deliveryStatuses } from '../../src/domain/delivery.ts'
import { jobStatuses } from '../../src/domain/job-status.ts'
import { mediaTypes } from '../../src/domain/media-types.ts'
import { platforms } from '../../src/platforms/index.ts'
import { autoReplyStatuses } from '../../src/store/auto-replies.ts'
import { jobFormat } from '../../src/store/jobs.ts'
import { replyStatuses } from '../../src/store/replies.ts'

/** What each format can contain. A released line is never changed. */
const contents: Readonly<Record<number, string>> = {
  1: 'bcbc406af0f7ba08',
}

const digestOf = (words: readonly string[]): string =>
  createHash('sha256')
    .update([...words].sort().join())
    .digest('hex')
    .slice(0, 16)

test('what a worker of the last release cannot perform has a format of its own', () => {
  const words = [
    ...jobStatuses,
    ...platforms.flatMap(({ name, live }) => Object.keys(live.actions).map((action) => `${name}.${action}`)),
  ]
  assert.equal(
    digestOf(words),
    contents[jobFormat],
    `The statuses of jobs or the actions of plans have changed. If the last release contains ${jobFormat} as jobFormat, raise it in src/store/jobs.ts; then add a line for it here`,
  )
})

test('what processes of the last release cannot read in other rows makes them stop', () => {
  const words = {
    deliveryStatuses,
    deliveryErrors,
    replyStatuses,
    autoReplyStatuses,
    mediaTypes: Object.keys(mediaTypes),
  }
  assert.equal(
    digestOf(Object.entries(words).flatMap(([name, list]) => list.map((word) => `${name}.${word}`))),
    '588d7779df5e20a5',
    'Words that are stored in rows without a format have changed. If the last release cannot read a new one, add a migration with breaksOlder; then change the digest here',
  )
})

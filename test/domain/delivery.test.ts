import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { retryPause } from '../../src/domain/delivery.ts'
import { hour, minute, second } from '../../src/domain/time.ts'

const units: Readonly<Record<string, number>> = { second, minute, hour }

/** The pauses that the guide for receivers lists, in milliseconds. */
function documentedPauses(): number[] {
  const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, list = ''] = /retries after ([^.]+)\./.exec(guide.replaceAll('\n', ' ')) ?? []
  return [...list.matchAll(/(\d+) (second|minute|hour)s?/g)].map(
    ([, number, unit = '']) => Number(number) * (units[unit] ?? Number.NaN),
  )
}

test('the pauses between the attempts of a delivery are those of the guide, plus up to a fifth', () => {
  const pauses = documentedPauses()
  assert.equal(pauses.length, 7)
  for (const [at, pause] of pauses.entries()) {
    assert.equal(retryPause(at + 1, 0), pause)
    assert.equal(retryPause(at + 1, 1), pause * 1.2)
  }
  assert.equal(retryPause(pauses.length + 1, 0), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventGuide, streamGuide } from '../src/contract/event-guide.ts'
import { eventData, eventNames } from '../src/contract/events.ts'
import { streamedData } from '../src/contract/status-stream.ts'

test('every event has an example with data that match the contract and show every field', () => {
  for (const name of eventNames) {
    const { error } = eventData[name].safeParse(eventGuide[name].exampleData)
    assert.equal(error, undefined, name)
    const unshown = Object.keys(eventData[name].shape).filter((field) => !(field in eventGuide[name].exampleData))
    assert.deepEqual(unshown, name === 'post.published' ? ['test'] : [], name)
  }
  for (const name of ['job', 'post', 'reset'] as const)
    assert.deepEqual(streamedData[name].parse(streamGuide[name].exampleData), streamGuide[name].exampleData, name)
})

test('the guide says in a sentence when each is sent', () => {
  for (const { sent } of [...Object.values(eventGuide), ...Object.values(streamGuide)])
    assert.match(sent, /^[A-Z].+\.$/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { andList, orList } from '../../src/domain/listed.ts'

const words = ['jpg', 'png', 'gif', 'webp']

test('lists read as English lists do', () => {
  for (let count = 0; count <= words.length; count += 1) {
    const some = words.slice(0, count)
    assert.equal(orList(some), new Intl.ListFormat('en', { type: 'disjunction' }).format(some))
    assert.equal(andList(some), new Intl.ListFormat('en', { type: 'conjunction' }).format(some))
  }
})

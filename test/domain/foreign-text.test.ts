import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstCharacters, storable } from '../../src/domain/foreign-text.ts'

test('the beginning of a text of others never ends in half of a character', () => {
  for (const [text, beginning] of [
    ['abc', 'abc'],
    ['abc😀def', 'abc😀'],
    ['😀😀😀😀😀', '😀😀😀😀'],
    ['a\0bcde', 'abcd'],
    ['ab\ud83dcde', 'ab\ufffdc'],
  ] as const)
    assert.equal(firstCharacters(text, 4), beginning)
})

test('a text of others becomes storable, and changes no more than it must', () => {
  assert.equal(storable('a\0\ude00b\ud83d😀é\n'), 'a\ufffdb\ufffd😀é\n')
})

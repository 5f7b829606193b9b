import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSealer, remembering, UnsealFault } from '../../src/crypto/seal.ts'

const secret = 'a secret that is long enough for a sealer'
const place = 'accounts.token:7'
const sealer = createSealer([secret])

test('an encrypted text can be decrypted for its record, whatever text it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, where) => {
      assert.equal(sealer.open(sealer.seal(text, where), where), text)
    }),
  )
  assert.equal(sealer.open(sealer.seal('', place), place), '')
  const long = 'x'.repeat(2_000_000)
  assert.equal(sealer.open(sealer.seal(long, place), place), long)
})

test('nothing of the text is readable in its encrypted form, and the same text is never encrypted the same way twice', () => {
  const text = 'a token that must not be readable'
  const sealed = Array.from({ length: 1000 }, () => sealer.seal(text, place))
  assert.equal(new Set(sealed).size, sealed.length)
  for (const one of sealed) {
    const bytes = Buffer.from(one.slice(one.indexOf('.') + 1), 'base64url').toString('latin1')
    for (const word of text.split(' ').filter(({ length }) => length > 3)) {
      assert.ok(!one.includes(word))
      assert.ok(!bytes.includes(word))
    }
  }
})

test('it can’t be decrypted for another record', () => {
  const sealed = sealer.seal('token', place)
  for (const other of ['', 'accounts.token:8', 'accounts.token:77', 'accounts.token', 'webhooks.secret:7'])
    assert.throws(() => sealer.open(sealed, other), UnsealFault)
})

test('it can’t be decrypted after any part of it was changed, cut off or added', () => {
  const sealed = sealer.seal('a token', place)
  const dot = sealed.indexOf('.')
  const [id, bytes] = [sealed.slice(0, dot), Buffer.from(sealed.slice(dot + 1), 'base64url')]
  const wrap = (changed: Uint8Array) => `${id}.${Buffer.from(changed).toString('base64url')}`
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    assert.throws(() => sealer.open(wrap(changed), place), UnsealFault, `bit ${bit}`)
  }
  for (let length = 0; length < bytes.length; length++)
    assert.throws(() => sealer.open(wrap(bytes.subarray(0, length)), place), UnsealFault, `${length} bytes`)
  assert.throws(() => sealer.open(wrap(Buffer.concat([bytes, Buffer.from([0])])), place), UnsealFault)
})

test('a value that was never encrypted can’t be decrypted', () => {
  const id = sealer.seal('', place).split('.')[0]
  for (const text of ['', '.', 'token', `${id}`, `${id}.`, `${id}.AAAA`, `.${id}`, 'null', `${id}.${'A'.repeat(200)}`])
    assert.throws(() => sealer.open(text, place), UnsealFault, text)
})

test('it can’t be decrypted with another secret, not even a similar one', () => {
  const sealed = sealer.seal('token', place)
  for (const other of [`${secret} `, secret.slice(1), secret.toUpperCase(), ''])
    assert.throws(() => createSealer([other]).open(sealed, place), UnsealFault)
})

test('after a rotation the new secret encrypts, and old values can be decrypted as long as the old secrets are given', () => {
  const sealedBefore = sealer.seal('old token', place)
  const rotated = createSealer(['the new secret of this instance', secret])
  assert.equal(rotated.open(sealedBefore, place), 'old token')
  const sealedAfter = rotated.seal('new token', place)
  assert.throws(() => sealer.open(sealedAfter, place), UnsealFault)
  const alone = createSealer(['the new secret of this instance'])
  assert.equal(alone.open(sealedAfter, place), 'new token')
  assert.throws(() => alone.open(sealedBefore, place), UnsealFault)
})

test('a value that was decrypted once is remembered for its record only, and among so many others at most', () => {
  let opened = 0
  const open = remembering((sealed, where) => {
    opened += 1
    return sealer.open(sealed, where)
  }, 2)
  const [first, second, third] = ['one', 'two', 'three'].map((text) => sealer.seal(text, place))
  assert.ok(first && second && third)
  assert.throws(() => open(first, 'accounts.token:8'), UnsealFault)
  assert.deepEqual([open(first, place), open(first, place), opened], ['one', 'one', 2])
  assert.throws(() => open(first, 'accounts.token:8'), UnsealFault)
  opened = 0
  assert.deepEqual(
    [second, third, first, third].map((sealed) => open(sealed, place)),
    ['two', 'three', 'one', 'three'],
  )
  assert.equal(opened, 3)
})

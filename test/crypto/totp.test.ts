import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTotpSecret, totpCode, totpStep, totpUrl } from '../../src/crypto/totp.ts'
import { second } from '../../src/domain/time.ts'

/** “12345678901234567890”, the secret of the test vectors of RFC 4226 and RFC 6238, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('the codes are those of RFC 4226, appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  assert.deepEqual(
    codes.map((_, at) => totpCode(secret, at)),
    codes,
  )
})

test('the codes of a time are those of RFC 6238, appendix B', () => {
  // The vectors have 8 digits; the last 6 of them are the code of 6 digits.
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const
  for (const [at, code] of vectors)
    assert.equal(totpStep(secret, code.slice(2), at * second, -1), Math.floor(at / 30), `${at}`)
})

test('a code counts for the steps before and after its own, and no longer', () => {
  const code = totpCode(secret, 1_000)
  const found = [998, 999, 1_000, 1_001, 1_002].map((at) => totpStep(secret, code, at * 30 * second, 0))
  assert.deepEqual(found, [null, 1_000, 1_000, 1_000, null])
})

test('a code that was used does not count again, and neither does an earlier one', () => {
  const now = 1_000 * 30 * second
  assert.equal(totpStep(secret, totpCode(secret, 1_000), now, 1_000), null)
  assert.equal(totpStep(secret, totpCode(secret, 999), now, 1_000), null)
  assert.equal(totpStep(secret, totpCode(secret, 1_001), now, 1_000), 1_001)
})

test('text that is no code is refused', () => {
  for (const text of ['', '0', '1234567', 'abcdef', ' 755224', '７５５２２４'])
    assert.equal(totpStep(secret, text, 30 * second, -1), null)
})

test('secrets differ, have 160 bits, and are in the URL that apps read', () => {
  const made = Array.from({ length: 100 }, newTotpSecret)
  assert.equal(new Set(made).size, made.length)
  for (const one of made) assert.match(one, /^[A-Z2-7]{32}$/)
  const url = new URL(totpUrl(secret, 'ana+b@acme.example'))
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(decodeURIComponent(url.pathname), '//totp/Polypost:ana+b@acme.example'.replace('//totp', ''))
  assert.equal(url.searchParams.get('secret'), secret)
  assert.equal(url.searchParams.get('issuer'), 'Polypost')
})

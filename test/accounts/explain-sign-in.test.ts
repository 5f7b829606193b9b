import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceFor } from '../../src/accounts/explain-sign-in.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { tested, testedNames } from '../platforms/index.ts'

const all: readonly Platform[] = platforms

const advice = (
  name: string,
  code: string,
  codes: readonly string[],
  message: string | null,
  login?: string,
): string => {
  const platform = all.find((one) => one.name === name)
  assert.ok(platform)
  return adviceFor(platform, login, code, { codes, message })
}

const refused = 'login_refused'
for (const name of testedNames)
  for (const [codes, message, expected] of tested[name].refusedSignIns ?? [])
    test(`${name} refuses with ${[...codes, message].filter(Boolean).join(' ')}, and the advice fits`, () => {
      assert.match(advice(name, refused, codes, message), expected)
    })

test('the advice names the app of the login that was used', () => {
  assert.match(advice('linkedin', refused, ['invalid_client'], null, 'page'), /LINKEDIN_PAGE_CLIENT_ID/)
})

test('every known refusal of a platform can be recognised, and has advice and a dated source', () => {
  for (const { live, name } of all)
    for (const { codes, says, advice: words, source } of live.signInRefusals ?? []) {
      assert.ok(codes !== undefined || says !== undefined, name)
      assert.match(words, /\.$/, name)
      assert.match(source, /\d{4}-\d{2}/, name)
    }
})

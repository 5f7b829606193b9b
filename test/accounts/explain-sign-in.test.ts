import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceFor } from '../../src/accounts/explain-sign-in.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'

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
// The messages are those of the sources named in each platform's rows.
const known: readonly (readonly [name: string, codes: readonly string[], message: string | null, advice: RegExp])[] = [
  ['facebook', [], 'Invalid Scopes: pages_manage_posts', /“Use cases”/],
  ['facebook', ['1349048'], null, /“Valid OAuth Redirect URIs”/],
  ['facebook', ['100'], 'Error validating client secret.', /META_CLIENT_SECRET/],
  ['facebook', [], 'App not active: This app is not accessible right now', /Live mode/],
  ['instagram', ['400'], 'Insufficient developer role', /Instagram tester/],
  ['instagram', ['400'], 'Invalid platform app', /Instagram app ID/],
  ['threads', ['1349245'], null, /Threads tester/],
  ['threads', [], 'Invalid Request: The user has not accepted the invite to test the app', /Threads tester/],
  ['threads', ['1349026'], null, /Threads App ID/],
  ['linkedin', [], 'The redirect_uri does not match the registered value', /Authorized redirect URLs/],
  ['tiktok', ['invalid_scope'], null, /Display API/],
  ['tiktok', ['unauthorized_client'], null, /target users/],
  ['pinterest', [], 'Apps with Trial access may not create Pins in production', /standard access/],
  ['youtube', ['access_denied'], 'The app has not completed the Google verification process', /Test users/],
  ['youtube', ['redirect_uri_mismatch'], null, /Authorized redirect URIs/],
  ['reddit', ['invalid_request'], 'invalid redirect_uri parameter', /prefs\/apps/],
  ['x', ['invalid_request'], 'Value passed for the redirect uri did not match', /callback URI/],
  ['x', ['invalid_scope'], null, /lacks one of the scopes/],
  ['facebook', [], 'Invalid Scopes: read_insights', /with the setting FACEBOOK_SCOPES/],
  ['tiktok', ['invalid_scope'], null, /with the setting TIKTOK_SCOPES/],
  ['reddit', ['invalid_client'], null, /REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET/],
  ['pinterest', ['odd'], 'Nobody knows this.', /Compare the redirect URI and the scopes/],
]
for (const [name, codes, message, expected] of known)
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

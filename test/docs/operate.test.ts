import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeSettings } from '../../src/app/config.ts'

const folder = join(import.meta.dirname, '../../docs/operate')
const pages = globSync('*.md', { cwd: folder }).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

test('every setting that the pages for operators name exists', () => {
  const known = new Set(describeSettings().flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))
  const wrong = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\b(?:POLYPOST|DATABASE|MEDIA_S3)_[A-Z0-9_]+\b(?!…)/g)].flatMap(([setting]) =>
      known.has(setting) || setting.endsWith('_') ? [] : [`${name}: ${setting}`],
    ),
  )
  assert.deepEqual(wrong, [])
})

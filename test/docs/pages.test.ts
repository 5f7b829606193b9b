import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const docs = globSync('docs/**/*.md', { cwd: root }).sort()
/** The changelog is for those who know Polypost. */
const starts = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sdk/README.md']

/** Files of the project to which a page leads. */
const linksOf = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].flatMap(([, link = '']) =>
    /^(\w+:|<)/.test(link) ? [] : [normalize(join(dirname(page), link))],
  )

test('every page of the documentation is found by links from the README', () => {
  const found = new Set(starts)
  for (const page of found)
    for (const link of linksOf(page)) if (link.endsWith('.md') && existsSync(join(root, link))) found.add(link)
  assert.deepEqual(
    docs.filter((page) => !found.has(page)),
    [],
  )
})

test('no page of the documentation leads to a file that does not exist', () => {
  const wrong = [...starts, 'CHANGELOG.md', ...docs].flatMap((page) =>
    linksOf(page).flatMap((link) => (existsSync(join(root, link)) ? [] : [`${page}: ${link}`])),
  )
  assert.deepEqual(wrong, [])
})

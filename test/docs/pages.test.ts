import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { statusLine } from '../../scripts/decisions-page.ts'

const root = join(import.meta.dirname, '../..')
const docs = globSync('docs/**/*.md', { cwd: root }).sort()
/** Each subject has one page that says how it is. */
const decisions = docs.filter((page) => /^docs\/decisions\/(?!README)/.test(page))
const others = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sdk/README.md', 'bench/README.md']

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')
const exists = (path: string): boolean => existsSync(join(root, path))

/** Files of the project to which a page leads. */
const linksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].flatMap(([, link = '']) =>
    /^(\w+:|<)/.test(link) ? [] : [normalize(join(dirname(page), link))],
  )

describe('every page of the documentation is found', () => {
  for (const start of ['docs/README.md', 'README.md'])
    test(`by links from ${start}`, () => {
      const found = new Set([start])
      for (const page of found)
        for (const link of linksOf(page)) if (link.endsWith('.md') && exists(link)) found.add(link)
      assert.deepEqual(
        docs.filter((page) => !found.has(page)),
        [],
      )
    })
})

test('no page of the documentation leads to a file that does not exist', () => {
  const wrong = [...others, 'CHANGELOG.md', ...docs].flatMap((page) =>
    linksOf(page).flatMap((link) => (exists(link) ? [] : [`${page}: ${link}`])),
  )
  assert.deepEqual(wrong, [])
})

const files = globSync(['*', '{.ci,bench,dashboard,deploy,docs,scripts,sdk,src,test}/**/*'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).map((file) => `/${file}`)

/** Sources and folders that a page names in backquotes, with or without the folders before them. */
const pathsIn = (page: string): string[] =>
  [...textOf(page).matchAll(/`(\w[\w./-]*(?:\.(?:ts|tsx|mjs|css)|\w\/))`/g)].map(([, path = '']) => path)

test('every source that a page names exists', () => {
  const wrong = [...others, ...docs].flatMap((page) =>
    pathsIn(page).flatMap((path) => (files.some((file) => file.includes(`/${path}`)) ? [] : [`${page}: ${path}`])),
  )
  assert.deepEqual(wrong, [])
})

describe('every decision', () => {
  test('says its status, and governs something that exists', () => {
    const wrong = decisions.flatMap((page) => {
      const governed = statusLine.exec(textOf(page))?.[1]
      if (governed === undefined) return [`${page} has no status line`]
      const paths = [...governed.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
      return paths.flatMap((path) => (exists(path) ? [] : [`${page} governs ${path}, which does not exist`]))
    })
    assert.deepEqual(wrong, [])
  })

  test('says how it is, why, what was tried instead, and what would change it', () => {
    const parts = ['How it is', 'Why', 'What was tried instead', 'What would change our mind']
    const wrong = decisions.filter((page) => {
      const headings = [...textOf(page).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
      return headings.join() !== parts.join()
    })
    assert.deepEqual(wrong, [])
  })

  for (const page of ['docs/decisions/README.md', 'ARCHITECTURE.md'])
    test(`is named in ${page}`, () => {
      const links = linksOf(page)
      assert.deepEqual(
        decisions.filter((decision) => !links.includes(decision)),
        [],
      )
    })
})

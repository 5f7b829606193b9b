import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ts from 'typescript'
import { platformAliases, platformFamilies, platformNames } from '../sdk/src/generated/platforms.ts'
import { circlesIn } from './harness/circles.ts'
import { type Import, importsOf, nodesOf, parse, type Source, sources } from './harness/source.ts'

/** Which files of `dashboard/src` may be imported; `types` allows only imports that do not exist at run time. */
interface Rule {
  readonly may: readonly string[]
  readonly types?: readonly string[]
}

const platformParts = ['platforms/index.ts', 'platforms/loaded.ts', 'platforms/shared/']

/** By room: a folder that ends with a slash, or a file. A star is one folder. The first one that fits a file counts. */
const rules: Readonly<Record<string, Rule>> = {
  // A mark is drawn by the folder of its platform.
  'parts/mark.tsx': { may: ['data/', 'platforms/index.ts'] },
  // Only the list of platforms imports them all.
  'platforms/index.ts': { may: ['platforms/*/index.tsx'], types: ['platforms/shared/'] },
  'platforms/loaded.ts': { may: ['platforms/index.ts', 'words/'], types: ['platforms/shared/'] },
  'platforms/shared/': { may: ['parts/', 'words/'] },
  'platforms/*/': { may: ['platforms/shared/', 'parts/', 'words/'] },
  'data/': { may: [] },
  'words/': { may: ['data/'] },
  'parts/': { may: ['data/', 'words/'] },
  // Screens that go on with the work of another one.
  'screens/apps/': { may: ['data/', 'words/', 'parts/', 'platforms/loaded.ts', 'screens/accounts/connect/'] },
  'screens/calendar/': { may: ['data/', 'words/', 'parts/', 'screens/post/'] },
  'screens/inbox/': { may: ['data/', 'words/', 'parts/', 'screens/post/'] },
  'screens/posts/': { may: ['data/', 'words/', 'parts/', 'screens/post/'] },
  'screens/post/': { may: ['data/', 'words/', 'parts/', 'screens/composer/content.ts'] },
  'screens/*/': { may: ['data/', 'words/', 'parts/', ...platformParts] },
  'app/': { may: ['data/', 'words/', 'parts/', 'platforms/loaded.ts', 'screens/'] },
  'main.tsx': { may: ['app/', 'words/'] },
}

const within = (pattern: string, path: string): boolean => {
  const start = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')
  return new RegExp(`^${start}${pattern.endsWith('/') ? '' : '$'}`).test(path)
}

function roomOf(file: string): string {
  const room = Object.keys(rules).find((one) => within(one, file))
  if (room === undefined)
    throw new Error(`No rule says what dashboard/src/${file} may import. Add one to test/dashboard-boundaries.test.ts.`)
  return room
}

/** Files of one room import each other. If the room has a star, each folder is a room of its own. */
const isAtHome = (room: string, { file, target }: Import): boolean => {
  const home = file.split('/').slice(0, room.split('/').length - 1)
  return room.endsWith('/') && target.startsWith(`${home.join('/')}/`)
}

function isForbidden(found: Import): boolean {
  const room = roomOf(found.file)
  const { may, types = [] } = rules[room] ?? { may: [] }
  const allowed = found.typeOnly ? [...may, ...types] : may
  return !isAtHome(room, found) && !allowed.some((pattern) => within(pattern, found.target))
}

const all = sources('dashboard/src')
const ownImports = (of: readonly Source[]): Import[] =>
  of.flatMap((source) => importsOf(source)).filter(({ target, isPackage }) => !isPackage && /\.tsx?$/.test(target))
const imports = ownImports(all)

test('a room of the dashboard imports only what the design allows', () => {
  assert.ok(imports.length > 1_000, 'the imports were not found')
  const found = imports.filter(isForbidden).map(({ file, target }) => `${file} imports ${target}`)
  assert.deepEqual(found, [])
})

/** What shows one post, one draft or one conversation takes the profile from that, never from the path. */
const ofOneThing = /^(screens\/composer\/|screens\/post\/|screens\/inbox\/conversation|platforms\/)/

const readsScope = ({ file, target }: Import): boolean => target === 'data/scope.ts' && ofOneThing.test(file)

test('what shows one thing does not know which profiles a list shows', () => {
  const found = imports.filter(readsScope).map(({ file }) => file)
  assert.deepEqual(found, [])
  const forbidden = parse('screens/composer/editor.tsx', `import { useScope } from '../../data/scope.ts'`)
  assert.ok(importsOf(forbidden).some(readsScope))
})

test('no file of the dashboard imports itself through a cycle, not even by types', () => {
  assert.deepEqual(circlesIn(imports), [])
})

describe('an import that the design forbids is found', () => {
  const cases: readonly (readonly [file: string, text: string, found: boolean])[] = [
    ['data/posts.ts', `import { useTimes } from '../words/times.ts'`, true],
    ['data/posts.ts', `import { polypost } from './client.ts'`, false],
    ['words/times.ts', `import type { IconName } from '../parts/icon.tsx'`, true],
    ['parts/icon.tsx', `import { Post } from '../screens/post/post.tsx'`, true],
    ['parts/icon.tsx', `import { platforms } from '../platforms/index.ts'`, true],
    ['parts/mark.tsx', `import { platforms } from '../platforms/index.ts'`, false],
    ['screens/keys/keys.tsx', `import { router } from '../../app/router.ts'`, true],
    ['screens/keys/keys.tsx', `import type { NavItem } from '../../app/nav.ts'`, true],
    ['screens/keys/keys.tsx', `import { Post } from '../post/post.tsx'`, true],
    ['screens/keys/keys.tsx', `import { Scopes } from './parts/scopes.tsx'`, false],
    ['screens/keys/keys.tsx', `import { tiktok } from '../../platforms/tiktok/index.tsx'`, true],
    ['screens/keys/keys.tsx', `const words = await import('../../platforms/x/words.ts')`, true],
    ['screens/composer/wall.tsx', `import { postOf } from '../../platforms/loaded.ts'`, false],
    ['app/router.ts', `import { XPost } from '../platforms/x/post.tsx'`, true],
    ['platforms/x/post.tsx', `import { Face } from '../shared/face.tsx'`, false],
    ['platforms/x/post.tsx', `import { Icon } from '../../parts/icon.tsx'`, false],
    ['platforms/x/post.tsx', `import { ThreadsPost } from '../threads/post.tsx'`, true],
    ['platforms/x/post.tsx', `import { titleOf } from '../../data/platforms.ts'`, true],
    ['platforms/x/post.tsx', `import type { Content } from '../../screens/composer/content.ts'`, true],
    ['platforms/x/post.tsx', `import { platforms } from '../index.ts'`, true],
    ['platforms/shared/face.tsx', `import { x } from '../x/index.tsx'`, true],
    ['platforms/loaded.ts', `import { x } from './x/index.tsx'`, true],
    ['platforms/index.ts', `import { x } from './x/index.tsx'`, false],
  ]
  for (const [file, text, found] of cases)
    test(`${found ? 'refused' : 'allowed'}: ${text} in ${file}`, () => {
      assert.equal(ownImports([parse(file, text)]).some(isForbidden), found)
    })

  test('a file in a room without a rule does not bypass the rules', () => {
    assert.throws(() => ownImports([parse('helpers/all.ts', `import '../app/router.ts'`)]).some(isForbidden), /No rule/)
  })
})

const names: readonly string[] = [...platformNames, ...Object.keys(platformAliases), ...Object.keys(platformFamilies)]

/** The platforms that a file names, in quotes or as a field. A field `x` is a coordinate. */
function platformsNamed({ tree }: Source): string[] {
  const isField = (node: ts.Node): node is ts.Identifier =>
    ts.isIdentifier(node) &&
    (ts.isPropertyAssignment(node.parent) || ts.isPropertyAccessExpression(node.parent)) &&
    node.parent.name === node &&
    node.text !== 'x'
  const found = nodesOf(tree).flatMap((node) =>
    (ts.isStringLiteralLike(node) || isField(node)) && names.includes(node.text) ? [node.text] : [],
  )
  return [...new Set(found)].sort()
}

const folderOf = ({ file }: Source): string | undefined => /^platforms\/(?!shared\/)([^/]+)\//.exec(file)?.[1]

test('nothing in the dashboard knows one platform from another, except its folder', () => {
  const found = all.flatMap((source) => {
    const named = folderOf(source) === undefined ? platformsNamed(source) : []
    return named.length > 0 ? [[source.file, named] as const] : []
  })
  assert.deepEqual(found, [])
})

test('a file that distinguishes platforms is found', () => {
  const text = `platform === 'twitter' ? options.facebook : { pinterest: 1 }; switch (name) { case 'x': }; at.x; a({ x: 1 })`
  assert.deepEqual(platformsNamed(parse('screens/a.ts', text)), ['facebook', 'pinterest', 'twitter', 'x'])
})

test('each platform of the API has a folder of its own in the dashboard, and no folder is without its platform', () => {
  const folders = new Set(all.flatMap((source) => folderOf(source) ?? []))
  assert.deepEqual([...folders].sort(), platformNames.toSorted())
  const listed = ownImports(all.filter(({ file }) => file === 'platforms/index.ts')).flatMap(
    ({ target }) => /^platforms\/(.+)\/index\.tsx$/.exec(target)?.[1] ?? [],
  )
  assert.deepEqual(listed.sort(), platformNames.toSorted())
})

test('each folder calls itself by its name', () => {
  for (const name of platformNames) {
    const index = all.find(({ file }) => file === `platforms/${name}/index.tsx`)
    const fields = index ? nodesOf(index.tree).filter(ts.isPropertyAssignment) : []
    const called = fields
      .filter((field) => field.name.getText() === 'name')
      .map(({ initializer }) => initializer.getText())
    assert.deepEqual(called, [`'${name}'`])
  }
})

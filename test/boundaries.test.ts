import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ts from 'typescript'
import { platforms } from '../src/platforms/index.ts'
import { type Import, importsOf, nodesOf, parse, type Source, sources } from './harness/source.ts'

/** Which parts of `src` a folder may import; `types` only what is gone when the program runs. */
interface Rule {
  readonly may: readonly string[]
  readonly types?: readonly string[]
}

const rules: Readonly<Record<string, Rule>> = {
  domain: { may: [] },
  system: { may: [] },
  contract: { may: ['domain'] },
  crypto: { may: ['system'] },
  store: { may: ['domain', 'crypto', 'system'] },
  outbound: { may: ['system'] },
  media: { may: ['domain', 'outbound', 'crypto', 'system'] },
  // Speaks to language models; whoever asks knows only its types.
  model: { may: ['domain', 'store', 'outbound', 'system'] },
  // Strangers' websites, as text.
  website: { may: ['domain', 'outbound', 'system'] },
  accounts: {
    may: ['domain', 'store', 'outbound', 'crypto', 'system', 'platforms/call.ts', 'platforms/oauth.ts'],
    types: ['platforms/platform.ts', 'platforms/live.ts', 'platforms/reads.ts'],
  },
  queue: { may: ['domain', 'store', 'system'] },
  usecases: {
    may: ['contract', 'domain', 'store', 'accounts', 'media', 'website', 'outbound', 'crypto', 'system'],
    types: ['platforms/platform.ts', 'platforms/live.ts', 'platforms/reads.ts', 'model'],
  },
  http: { may: ['contract', 'domain', 'usecases', 'crypto', 'system'], types: ['store'] },
  worker: {
    may: ['domain', 'store', 'accounts', 'queue', 'platforms', 'media', 'outbound', 'crypto', 'system'],
    types: ['model'],
  },
  // It is handed the simulators, and knows none by name.
  sandbox: { may: ['system', 'platforms/simulator.ts'], types: ['domain'] },
  // A platform's own folder, and what all platforms share.
  'platforms/*': { may: ['platforms/*.ts', 'domain'] },
  // What all platforms share; the list of them alone knows them.
  platforms: { may: ['domain'], types: ['outbound', 'system'] },
  'platforms/index.ts': { may: ['platforms/*/index.ts', 'platforms/platform.ts'] },
  // The command line and the composition know everything.
  commands: { may: ['*'] },
  'app.ts': { may: ['*'] },
  'main.ts': { may: ['*'] },
  'open-store.ts': { may: ['config.ts', 'data-dir.ts', 'crypto', 'store', 'system', 'usecases'] },
  'open-accounts.ts': {
    may: ['config.ts', 'accounts', 'outbound', 'platforms/simulated-app.ts'],
    types: ['platforms/platform.ts', 'store', 'crypto', 'system'],
  },
  'open-sandbox.ts': {
    may: ['config.ts', 'data-dir.ts', 'sandbox', 'outbound'],
    types: ['platforms/platform.ts', 'system'],
  },
  'open-model.ts': { may: ['config.ts', 'model'], types: ['store', 'system'] },
  'open-media.ts': { may: ['config.ts', 'media', 'outbound', 'system'] },
  'config.ts': { may: [], types: ['domain'] },
  'data-dir.ts': { may: ['system'] },
}

/** Packages that open sockets, speak to the database or make randomness, and who may use them. */
const packageRules: Readonly<Record<string, readonly string[]>> = {
  fastify: ['http'],
  kysely: ['store'],
  pg: ['store'],
  'node:sqlite': ['store', 'sandbox'],
  undici: ['outbound'],
  ai: ['model'],
  '@ai-sdk/anthropic': ['model'],
  '@ai-sdk/openai-compatible': ['model'],
  'node:http': ['outbound', 'http', 'sandbox', 'commands/receive'],
  'node:https': ['outbound'],
  'node:net': ['outbound', 'http', 'config.ts'],
  'node:tls': ['outbound'],
  'node:dns': ['outbound'],
  'node:dns/promises': ['outbound'],
}
const randomNames = ['randomBytes', 'randomInt', 'randomUUID', 'randomFill', 'getRandomValues', 'webcrypto']

/** The rule of a file: the most particular one that names it. */
function ruleOf(file: string): [place: string, rule: Rule] {
  const [folder = '', inner] = file.split('/')
  const places = [file, ...(file.split('/').length > 2 ? [`${folder}/*`] : []), ...(inner ? [folder] : [])]
  for (const place of places) if (rules[place]) return [place, rules[place]]
  throw new Error(`No rule says what src/${file} may import. Add one to test/boundaries.test.ts.`)
}

const matches = (pattern: string, path: string): boolean =>
  pattern === '*' ||
  (pattern.endsWith('.ts')
    ? new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(path)
    : path.startsWith(`${pattern}/`))

/** A folder's files may import each other; a platform is a folder of its own. */
const isAtHome = (place: string, { file, target }: Import): boolean => {
  const depth = place === 'platforms/*' ? 2 : 1
  const home = file.split('/').slice(0, depth).join('/')
  const shared = !target.slice(home.length + 1).includes('/') && target !== 'platforms/index.ts'
  return file.includes('/') && target.startsWith(`${home}/`) && (place !== 'platforms' || shared)
}

function isForbidden(found: Import): boolean {
  const { file, target, isPackage, typeOnly, names } = found
  const [place, { may, types = [] }] = ruleOf(file)
  const within = (folders: readonly string[]) =>
    folders.some((folder) => folder === file || file.startsWith(`${folder}/`))
  if (isPackage) {
    if (place === 'domain') return true
    const allowed = packageRules[target]
    if (allowed) return !within(allowed)
    return target === 'node:crypto' && names.some((name) => randomNames.includes(name)) && !within(['system', 'crypto'])
  }
  if (place === 'platforms/*' && target === 'platforms/index.ts') return true
  const allowed = typeOnly ? [...may, ...types] : may
  return !isAtHome(place, found) && !allowed.some((pattern) => matches(pattern, target))
}

const forbidden = (found: readonly Import[], ofPackages: boolean): string[] => [
  ...new Set(
    found
      .filter((one) => one.isPackage === ofPackages && isForbidden(one))
      .map(({ file, target }) => `${file} imports ${target}`),
  ),
]

const all = sources()
const imports = all.flatMap(importsOf)

test('a folder imports only what the design lets it', () => {
  assert.ok(imports.length > 300, 'the imports were not found')
  assert.deepEqual(forbidden(imports, false), [])
})

test('sockets, SQL and randomness come in through the folders that are for them', () => {
  assert.deepEqual(forbidden(imports, true), [])
})

describe('an import that the design forbids is found', () => {
  const cases: readonly (readonly [file: string, text: string, found: boolean])[] = [
    ['domain/plans.ts', `import { z } from 'zod'`, true],
    ['domain/plans.ts', `import './content.ts'`, false],
    ['domain/plans.ts', `import type { Clock } from '../system/clock.ts'`, true],
    ['contract/posts.ts', `export * from '../store/tables.ts'`, true],
    ['contract/posts.ts', `import { plans } from '../domain/plans.ts'`, false],
    ['store/posts.ts', `import { plans } from '../domain/plans.ts'`, false],
    ['store/posts.ts', `import type { PlanId } from '../domain/plans.ts'`, false],
    ['store/posts.ts', `import { createLog } from '../usecases/index.ts'`, true],
    ['usecases/create-post.ts', `import { platforms } from '../platforms/index.ts'`, true],
    ['usecases/create-post.ts', `import { tiktok } from '../platforms/tiktok/index.ts'`, true],
    ['usecases/create-post.ts', `import { x } from '../platforms/platform.ts'`, true],
    ['usecases/create-post.ts', `import type { Platform } from '../platforms/platform.ts'`, false],
    ['usecases/create-post.ts', `const http = await import('../http/server.ts')`, true],
    ['usecases/create-post.ts', `type A = import('../http/server.ts').A`, true],
    ['usecases/create-post.ts', `import { sql } from 'kysely'`, true],
    ['usecases/create-post.ts', `import { randomUUID } from 'node:crypto'`, true],
    ['http/server.ts', `import { insertPost } from '../store/posts.ts'`, true],
    ['worker/publish.ts', `import { sendError } from '../http/errors.ts'`, true],
    ['worker/publish.ts', `import { Agent } from 'undici'`, true],
    ['outbound/http-client.ts', `import { Agent } from 'undici'`, false],
    ['platforms/x/plan.ts', `import { chunks } from '../chunks.ts'`, false],
    ['platforms/x/plan.ts', `import { plan } from '../threads/plan.ts'`, true],
    ['platforms/x/plan.ts', `import { platforms } from '../index.ts'`, true],
    ['platforms/x/plan.ts', `import { systemClock } from '../../system/clock.ts'`, true],
    ['platforms/x/plan.ts', `import { request } from 'node:https'`, true],
    ['platforms/oauth.ts', `import { x } from './x/index.ts'`, true],
    ['sandbox/server.ts', `import { findKey } from '../store/keys.ts'`, true],
    ['sandbox/server.ts', `import { sandbox } from '../platforms/x/sandbox/index.ts'`, true],
    ['sandbox/server.ts', `import { SimulatorFault } from '../platforms/simulator.ts'`, false],
    ['config.ts', `import { startApp } from './app.ts'`, true],
  ]
  for (const [file, text, found] of cases)
    test(`${found ? 'refused' : 'let in'}: ${text} in ${file}`, () => {
      assert.equal(importsOf(parse(file, text)).some(isForbidden), found)
    })

  test('a file in a folder without a rule is no way around', () => {
    assert.throws(() => importsOf(parse('helpers/all.ts', `import '../http/server.ts'`)).some(isForbidden), /No rule/)
  })
})

/** What reads the machine's time, chance, network or settings, and where that may stand. */
const globals: Readonly<Record<string, { readonly is: (node: ts.Node) => boolean; readonly may: readonly string[] }>> =
  {
    'Date.now()': { is: (node) => isMember(node, 'Date', 'now'), may: ['system'] },
    'new Date()': { is: (node) => isNewDate(node), may: ['system'] },
    'Math.random()': { is: (node) => isMember(node, 'Math', 'random'), may: ['system'] },
    'fetch()': { is: (node) => ts.isCallExpression(node) && node.expression.getText() === 'fetch', may: ['outbound'] },
    'process.env': { is: (node) => isMember(node, 'process', 'env'), may: ['system', 'commands', 'main.ts'] },
  }

const isMember = (node: ts.Node, object: string, name: string): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === name &&
  /^(globalThis\.)?(\w+)$/.exec(node.expression.getText())?.[2] === object
const isNewDate = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length

const globalsIn = ({ file, tree }: Source): string[] =>
  Object.entries(globals).flatMap(([what, { is, may }]) =>
    nodesOf(tree).some(is) && !may.some((place) => file === place || file.startsWith(`${place}/`))
      ? [`${file} uses ${what}`]
      : [],
  )

test('time, chance, the network and the settings of the process are asked for only where they belong', () => {
  assert.deepEqual(all.flatMap(globalsIn), [])
})

test('that is found in any way of writing it', () => {
  const text = 'Date.now(); new Date(); globalThis.Math.random(); fetch("/"); process.env.HOME'
  assert.equal(globalsIn(parse('usecases/create-post.ts', text)).length, 5)
  assert.equal(
    globalsIn(parse('usecases/create-post.ts', 'new Date(1); clock.now(); client.fetch("/"); env.HOME')).length,
    0,
  )
})

const names: readonly string[] = platforms.flatMap(({ name, aliases }) => [name, ...aliases])

/** The platforms that a file names as such: in quotes or as a field, examples left out. */
function platformsNamed({ tree }: Source): string[] {
  const found = nodesOf(tree).flatMap((node) => {
    const isName =
      ts.isStringLiteralLike(node) ||
      (ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node)
    return isName && names.includes(node.text) && !isExample(node) ? [node.text] : []
  })
  return [...new Set(found)].sort()
}

function isExample(node: ts.Node): boolean {
  const named = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node.name.getText() : ''
  return /^example/.test(named) || (node.parent !== undefined && isExample(node.parent))
}

test('a new platform is a folder and a line: nothing outside src/platforms knows one from another', () => {
  const outside = all.filter(({ file }) => !file.startsWith('platforms/'))
  const found = outside.flatMap((source) => {
    const named = platformsNamed(source)
    return named.length > 0 ? [[source.file, named] as const] : []
  })
  assert.deepEqual(found, [])
})

test('a file that tells platforms apart is found', () => {
  assert.deepEqual(platformsNamed(parse('usecases/a.ts', `if (platform === 'tiktok') send({ pinterest: 1 })`)), [
    'pinterest',
    'tiktok',
  ])
  assert.deepEqual(platformsNamed(parse('contract/a.ts', `const examplePost = { platforms: ['x'] }`)), [])
})

test('every platform has a folder of its own and a line in the list', () => {
  const folders = new Set(all.flatMap(({ file }) => /^platforms\/([^/]+)\//.exec(file)?.[1] ?? []))
  assert.deepEqual([...folders].sort(), platforms.map(({ name }) => name).sort())
})

test('a simulated platform and the code that speaks to it share nothing, so that each is a check of the other', () => {
  const inSandbox = (file: string) => /^platforms\/[^/]+\/sandbox\//.test(file)
  const inPlatform = (file: string) => /^platforms\/[^/]+\//.test(file)
  const crossing = imports.filter(
    ({ file, target, isPackage }) =>
      !isPackage && inPlatform(file) && inPlatform(target) && inSandbox(file) !== inSandbox(target),
  )
  const pairs = new Set(crossing.map(({ file, target }) => `${file} imports ${target}`))
  const simulators = platforms.flatMap((platform) => ('live' in platform ? [platform.name] : []))
  assert.deepEqual(
    [...pairs].sort(),
    simulators.map((name) => `platforms/${name}/index.ts imports platforms/${name}/sandbox/index.ts`).sort(),
  )
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ts from 'typescript'
import { platforms } from '../src/platforms/index.ts'
import { circlesIn } from './harness/circles.ts'
import { type Import, importsOf, nodesOf, parse, type Source, sources } from './harness/source.ts'

/** Which parts of `src` a folder may import; `types` allows only imports that do not exist at run time. */
interface Rule {
  readonly may: readonly string[]
  readonly types?: readonly string[]
}

const rules: Readonly<Record<string, Rule>> = {
  domain: { may: [] },
  system: { may: ['domain/time.ts'] },
  contract: { may: ['domain'] },
  crypto: { may: ['domain/time.ts', 'system'] },
  store: { may: ['domain', 'crypto', 'system'] },
  outbound: { may: ['domain/time.ts', 'system'] },
  media: { may: ['domain', 'outbound', 'crypto', 'system'] },
  // Calls language models. Others may import only its types.
  model: { may: ['domain', 'store', 'outbound', 'system'] },
  oidc: { may: ['crypto', 'outbound'] },
  // Pages of foreign websites, as elements and text.
  html: { may: [] },
  website: { may: ['domain', 'html', 'outbound', 'system'] },
  accounts: {
    may: [
      'domain',
      'store',
      'outbound',
      'crypto',
      'system',
      ...['call', 'connect', 'oauth', 'scopes'].map((name) => `platforms/shared/${name}.ts`),
    ],
    types: ['platforms/shared'],
  },
  queue: { may: ['domain', 'store', 'system'] },
  usecases: {
    may: [
      ...['contract', 'domain', 'store', 'accounts', 'media', 'oidc', 'website', 'outbound', 'crypto', 'system'],
      'platforms/shared/connect.ts',
    ],
    types: ['platforms/shared', 'model'],
  },
  calls: {
    may: ['contract', 'domain', 'usecases', 'crypto', 'system', 'store/engine/away.ts'],
    types: ['store'],
  },
  mcp: { may: ['calls', 'contract', 'domain', 'usecases', 'crypto', 'system'] },
  // From plain values to HTML. It knows no request and no header.
  pages: { may: ['contract', 'domain', 'system/markup.ts'] },
  http: { may: ['pages', 'calls', 'contract', 'domain', 'usecases', 'crypto', 'system'], types: ['mcp/door.ts'] },
  worker: {
    may: ['domain', 'store', 'accounts', 'queue', 'platforms', 'media', 'outbound', 'crypto', 'system'],
    types: ['model'],
  },
  'sandbox/server': { may: ['sandbox/shared', 'domain/time.ts', 'domain/bytes.ts', 'system'], types: ['domain'] },
  'sandbox/shared': { may: ['domain/time.ts', 'domain/bytes.ts', 'domain/sandbox-faults.ts'], types: ['domain'] },
  // A simulated platform: its own folder, and the parts that all simulators share.
  'sandbox/platforms/*': { may: ['sandbox/shared', 'domain/time.ts', 'domain/bytes.ts'], types: ['domain'] },
  'sandbox/platforms/index.ts': { may: ['sandbox/platforms/*/index.ts', 'sandbox/shared'] },
  // An adapter: its own folder, and the parts that all adapters share.
  'platforms/*': { may: ['platforms/shared', 'domain', 'html'] },
  'platforms/shared': { may: ['domain'], types: ['outbound', 'system'] },
  // Only the list of platforms imports them all.
  'platforms/index.ts': { may: ['platforms/*/index.ts', 'platforms/shared/platform.ts'] },
  // The command line and the composition may import everything.
  commands: { may: ['*'] },
  app: { may: ['*'] },
  'main.ts': { may: ['*'] },
  'app/config.ts': { may: ['app/config', 'domain/readable-fault.ts', 'domain/time.ts'], types: ['domain'] },
  'app/config': {
    may: ['domain/bytes.ts', 'domain/time.ts', 'domain/database-servers.ts', 'domain/listed.ts', 'domain/roles.ts'],
    types: ['domain'],
  },
  'app/data-dir.ts': { may: ['domain/readable-fault.ts', 'domain/time.ts', 'system'] },
  'app/open-store.ts': { may: ['app/config.ts', 'app/data-dir.ts', 'crypto', 'store', 'system', 'usecases'] },
  'app/open-accounts.ts': {
    may: ['app/config.ts', 'app/config/secret-files.ts', 'accounts', 'outbound', 'sandbox/shared/app.ts'],
    types: ['platforms/shared/platform.ts', 'platforms/shared/context.ts', 'store', 'crypto', 'system'],
  },
  'app/open-sandbox.ts': {
    may: ['app/config.ts', 'app/data-dir.ts', 'domain/readable-fault.ts', 'sandbox', 'outbound'],
    types: ['platforms/shared/platform.ts', 'system'],
  },
  'app/open-model.ts': { may: ['app/config.ts', 'model'], types: ['store', 'system'] },
  'app/open-media.ts': { may: ['app/config.ts', 'media', 'outbound', 'system'] },
}

/** Packages that open sockets, use the database or create randomness, and who may use them. */
const packageRules: Readonly<Record<string, readonly string[]>> = {
  '@polypost/sdk': ['commands', 'main.ts'],
  fastify: ['http'],
  '@modelcontextprotocol/server': ['mcp', 'commands/mcp'],
  '@modelcontextprotocol/server/stdio': ['commands/mcp'],
  kysely: ['store'],
  pg: ['store'],
  'node:sqlite': ['store', 'sandbox'],
  oauth4webapi: ['platforms/shared', 'oidc'],
  htmlparser2: ['html'],
  ai: ['model'],
  '@ai-sdk/anthropic': ['model'],
  '@ai-sdk/openai-compatible': ['model'],
  'node:http': ['outbound', 'http', 'sandbox', 'commands/receive', 'commands/login'],
  'node:https': ['outbound'],
  'node:net': ['outbound', 'http', 'app/config.ts', 'app/config', 'store/engine'],
  'node:tls': ['outbound'],
  'node:dns': ['outbound'],
  'node:dns/promises': ['outbound'],
}
const randomNames = ['randomBytes', 'randomInt', 'randomUUID', 'randomFill', 'getRandomValues', 'webcrypto']

/** The place of a file: the most specific one that has a rule. */
function placeOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  const places = folders
    .map((_, depth) => folders.slice(0, depth + 1))
    .flatMap((names) => [[...names.slice(0, -1), '*'].join('/'), names.join('/')])
  const place = [file, ...places.reverse()].find((one) => rules[one])
  if (place === undefined)
    throw new Error(`No rule says what src/${file} may import. Add one to test/boundaries.test.ts.`)
  return place
}

const matches = (pattern: string, path: string): boolean =>
  pattern === '*' ||
  (pattern.endsWith('.ts')
    ? new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(path)
    : path.startsWith(`${pattern}/`))

/** Files of one place may import each other. If the place is a star, each folder under it is a separate place. */
function isAtHome(place: string, { file, target }: Import): boolean {
  const home = file.split('/').slice(0, place.split('/').length).join('/')
  return !place.endsWith('.ts') && target.startsWith(`${home}/`) && placeOf(target) === place
}

function isForbidden(found: Import): boolean {
  const { file, target, isPackage, typeOnly, names } = found
  const place = placeOf(file)
  const { may, types = [] } = rules[place] ?? { may: [] }
  const within = (folders: readonly string[]) =>
    folders.some((folder) => folder === file || file.startsWith(`${folder}/`))
  if (isPackage) {
    if (place === 'domain') return true
    const allowed = packageRules[target]
    if (allowed) return !within(allowed)
    return target === 'node:crypto' && names.some((name) => randomNames.includes(name)) && !within(['system', 'crypto'])
  }
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
const imports = all.flatMap((source) => importsOf(source))

test('a folder imports only what the design allows', () => {
  assert.ok(imports.length > 300, 'the imports were not found')
  assert.deepEqual(forbidden(imports, false), [])
})

test('sockets, SQL and randomness are used only through the folders that are for them', () => {
  assert.deepEqual(forbidden(imports, true), [])
})

test('no file imports itself through a cycle, not even by types', () => {
  assert.deepEqual(circlesIn(imports), [])
})

test('a cycle is found, through types and several files', () => {
  const circular = [
    parse('domain/a.ts', `import type { B } from './b.ts'`),
    parse('domain/b.ts', `export * from './c.ts'`),
    parse('domain/c.ts', `import { a } from './a.ts'`),
    parse('domain/d.ts', `import { a } from './a.ts'`),
  ].flatMap((source) => importsOf(source))
  assert.deepEqual(circlesIn(circular), [
    'domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts',
    'domain/b.ts → domain/c.ts → domain/a.ts → domain/b.ts',
    'domain/c.ts → domain/a.ts → domain/b.ts → domain/c.ts',
  ])
})

describe('an import that the design forbids is found', () => {
  const cases: readonly (readonly [file: string, text: string, found: boolean])[] = [
    ['domain/plans.ts', `import { z } from 'zod'`, true],
    ['domain/plans.ts', `import './content.ts'`, false],
    ['domain/plans.ts', `import type { Clock } from '../system/clock.ts'`, true],
    ['contract/posts.ts', `export * from '../store/tables.ts'`, true],
    ['contract/posts.ts', `import { plans } from '../domain/plans.ts'`, false],
    ['store/posts/posts.ts', `import { plans } from '../../domain/plans.ts'`, false],
    ['store/posts/posts.ts', `import type { PlanId } from '../../domain/plans.ts'`, false],
    ['store/posts/posts.ts', `import { createLog } from '../../usecases/index.ts'`, true],
    ['usecases/create-post.ts', `import { platforms } from '../platforms/index.ts'`, true],
    ['usecases/create-post.ts', `import { tiktok } from '../platforms/tiktok/index.ts'`, true],
    ['usecases/create-post.ts', `import { x } from '../platforms/shared/platform.ts'`, true],
    ['usecases/create-post.ts', `import type { Platform } from '../platforms/shared/platform.ts'`, false],
    ['usecases/create-post.ts', `const http = await import('../http/server.ts')`, true],
    ['usecases/create-post.ts', `type A = import('../http/server.ts').A`, true],
    ['usecases/create-post.ts', `import { sql } from 'kysely'`, true],
    ['usecases/create-post.ts', `import { randomUUID } from 'node:crypto'`, true],
    ['http/server.ts', `import { insertPost } from '../store/posts/posts.ts'`, true],
    ['http/server.ts', `import type { Database } from '../store/engine/database.ts'`, true],
    ['http/server.ts', `import { createCalls } from '../calls/calls.ts'`, false],
    ['http/server.ts', `import { pageText } from '../pages/page.ts'`, false],
    ['pages/people.ts', `import { sendPage } from '../http/send-page.ts'`, true],
    ['pages/people.ts', `import type { FastifyReply } from 'fastify'`, true],
    ['pages/connection.ts', `import type { Ending } from '../usecases/connections/finish-connection.ts'`, true],
    ['calls/calls.ts', `import type { FastifyReply } from 'fastify'`, true],
    ['calls/calls.ts', `import { sendError } from '../http/errors.ts'`, true],
    ['worker/publish.ts', `import { sendError } from '../http/errors.ts'`, true],
    ['worker/publish.ts', `import { request } from 'node:http'`, true],
    ['outbound/http-client.ts', `import { request } from 'node:http'`, false],
    ['platforms/x/plan.ts', `import { chunks } from '../shared/chunks.ts'`, false],
    ['platforms/x/plan.ts', `import { plan } from '../threads/plan.ts'`, true],
    ['platforms/x/plan.ts', `import { platforms } from '../index.ts'`, true],
    ['platforms/x/plan.ts', `import { systemClock } from '../../system/clock.ts'`, true],
    ['platforms/x/plan.ts', `import { request } from 'node:https'`, true],
    ['platforms/shared/oauth.ts', `import { x } from '../x/index.ts'`, true],
    ['sandbox/server/server.ts', `import { findKey } from '../../store/people/keys.ts'`, true],
    ['sandbox/server/server.ts', `import { simulator } from '../platforms/x/index.ts'`, true],
    ['sandbox/platforms/x/store.ts', `import { plan } from '../../../platforms/x/plan.ts'`, true],
    ['sandbox/platforms/x/store.ts', `import type { Live } from '../../../platforms/shared/live.ts'`, true],
    ['sandbox/platforms/x/store.ts', `import { store } from '../threads/store.ts'`, true],
    ['platforms/x/plan.ts', `import { simulator } from '../../sandbox/platforms/x/index.ts'`, true],
    ['sandbox/server/server.ts', `import { SimulatorFault } from '../shared/simulator.ts'`, false],
    ['app/config.ts', `import { startApp } from './start.ts'`, true],
  ]
  for (const [file, text, found] of cases)
    test(`${found ? 'refused' : 'allowed'}: ${text} in ${file}`, () => {
      assert.equal(importsOf(parse(file, text)).some(isForbidden), found)
    })

  test('a file in a folder without a rule does not bypass the rules', () => {
    assert.throws(() => importsOf(parse('helpers/all.ts', `import '../http/server.ts'`)).some(isForbidden), /No rule/)
  })
})

/** Code that reads the machine's time, randomness, network or settings, and where that is allowed. */
const globals: Readonly<Record<string, { readonly is: (node: ts.Node) => boolean; readonly may: readonly string[] }>> =
  {
    'Date.now()': { is: (node) => isMember(node, 'Date', 'now'), may: ['system'] },
    'new Date()': { is: (node) => isNewDate(node), may: ['system'] },
    'Math.random()': { is: (node) => isMember(node, 'Math', 'random'), may: ['system'] },
    // Reaches sockets without an import.
    'process.getBuiltinModule()': {
      is: (node) => isMember(node, 'process', 'getBuiltinModule'),
      may: ['http', 'outbound', 'sandbox/server'],
    },
    'fetch()': {
      is: (node) => ts.isCallExpression(node) && node.expression.getText() === 'fetch',
      may: ['outbound', 'commands/verify', 'commands/login', 'commands/mcp', 'commands/receive'],
    },
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

test('time, randomness, the network and the process settings are used only where they belong', () => {
  assert.deepEqual(all.flatMap(globalsIn), [])
})

test('such a use is found however it is written', () => {
  const text =
    'Date.now(); new Date(); globalThis.Math.random(); fetch("/"); process.env.HOME; process.getBuiltinModule("x")'
  assert.equal(globalsIn(parse('usecases/create-post.ts', text)).length, 6)
  assert.equal(
    globalsIn(parse('usecases/create-post.ts', 'new Date(1); clock.now(); client.fetch("/"); env.HOME')).length,
    0,
  )
})

/** Where a file looks something up by a name that a caller has sent, so that it may find what every object has. */
function lookedUpIn({ file, tree }: Source): string[] {
  return nodesOf(tree).flatMap((node) => {
    if (!ts.isElementAccessExpression(node)) return []
    const { argumentExpression: name } = node
    const isSent =
      ts.isPropertyAccessExpression(name) &&
      ts.isIdentifier(name.expression) &&
      ['query', 'params', 'body', 'input'].includes(name.expression.text)
    return isSent ? [`${file} looks up ${node.getText()}`] : []
  })
}

test('nothing is looked up by a name that a caller has sent, except with `own`', () => {
  assert.deepEqual(all.flatMap(lookedUpIn), [])
})

test('such a lookup is found', () => {
  const text = 'a[query.option]; b?.[params.platform]; own(a, query.option); [query.option]; a[0]'
  assert.equal(lookedUpIn(parse('usecases/a.ts', text)).length, 2)
})

const names: readonly string[] = platforms.flatMap(({ name, aliases }) => [name, ...aliases])

/** The platforms that a file names, in quotes or as a field, without examples. */
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

test('nothing in src outside the folders of a platform knows one platform from another', () => {
  // What is generated from the platforms names them.
  const outside = all.filter(({ file }) => !/^(platforms|sandbox|commands\/generated)\//.test(file))
  const found = outside.flatMap((source) => {
    const named = platformsNamed(source)
    return named.length > 0 ? [[source.file, named] as const] : []
  })
  assert.deepEqual(found, [])
})

test('a file that distinguishes platforms is found', () => {
  assert.deepEqual(platformsNamed(parse('usecases/a.ts', `if (platform === 'tiktok') send({ pinterest: 1 })`)), [
    'pinterest',
    'tiktok',
  ])
  assert.deepEqual(platformsNamed(parse('contract/a.ts', `const examplePost = { platforms: ['x'] }`)), [])
})

test('adapters and simulated platforms share nothing, so that each checks the other', () => {
  const wingOf = (path: string) => ['platforms/', 'sandbox/'].find((wing) => path.startsWith(wing))
  const crossing = imports.filter(
    ({ file, target, isPackage }) => !isPackage && wingOf(file) && wingOf(target) && wingOf(file) !== wingOf(target),
  )
  assert.deepEqual(
    crossing.map(({ file, target }) => `${file} imports ${target}`),
    [],
  )
})

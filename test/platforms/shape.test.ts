import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import type { Content, ContentMedia } from '../../src/domain/content.ts'
import type { MediaKind } from '../../src/domain/media-types.ts'
import type { MediaSet, PostType } from '../../src/domain/post-rules.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Live } from '../../src/platforms/shared/live.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { simulators } from '../../src/sandbox/platforms/index.ts'
import { content, media } from '../harness/content.ts'

const all: readonly Platform[] = platforms
const account = { remoteId: 'account-1', username: 'ada', eligible: false }
const tools = { now: Date.UTC(2026, 10, 21), fraction: () => 0.5 }

const kinds = ['image', 'gif', 'video'] as const satisfies readonly MediaKind[]

/** The minimum or maximum number of items of a set. */
const itemsOf = (set: MediaSet, most: boolean): readonly ContentMedia[] =>
  kinds.flatMap((kind) => {
    const rule = set[kind]
    const [contentType] = rule?.types ?? []
    if (!rule || !contentType) return []
    const seconds = kind === 'video' ? 10 : null
    return Array.from({ length: most ? rule.count.max : rule.count.min }, () =>
      media({ contentType, seconds }, 'a cat'),
    )
  })

function contentsOf({ supports }: Platform, { name: postType, media: sets, firstComments, text }: PostType): Content[] {
  const comments = ['one', 'two', 'three'].slice(0, firstComments === false ? 0 : supports.firstComments)
  const base = { postType, text: text.use === 'none' ? '' : 'Hello @ada.test, see https://example.com #today' }
  return sets.flatMap((set) =>
    [false, true].map((most) => content({ ...base, media: itemsOf(set, most), comments: most ? comments : [] })),
  )
}

const isVisible = (kind: string): boolean => kind === 'commit' || kind === 'follow_up'

/** An option whose description names its default says the same to programs: by a value, or by null if it depends. */
function checkDefaults({ options }: Platform): void {
  for (const [name, option] of Object.entries(options.shape)) {
    const { description = '', 'x-default': usual } = z.globalRegistry.get(option) ?? {}
    const [, value] = /Default: (\w+)\.$/.exec(description) ?? []
    const isNamed = /Default: (?!none)/.test(description)
    assert.equal(usual !== undefined, isNamed, `${name}: ${description}`)
    if (usual === undefined || usual === null) continue
    assert.equal(String(usual), value, name)
    assert.deepEqual(option.parse(usual), usual, name)
  }
}

function checkPlan(live: Live, wanted: Content): void {
  const steps = live.plan(wanted, account, tools)
  assert.deepEqual(JSON.parse(JSON.stringify(steps)), steps, 'a plan is JSON')
  assert.deepEqual(live.plan(wanted, account, tools), steps, 'the same content gives the same plan')
  assert.equal(new Set(steps.map(({ name }) => name)).size, steps.length, 'names are unique')
  const actions = steps.map(({ action }) => live.actions[action] ?? assert.fail(`no action ${action}`))
  const visible = actions.map(({ kind }) => kind).filter(isVisible)
  const [first, ...rest] = visible
  assert.equal(first, 'commit')
  assert.ok(rest.every((kind) => kind === 'follow_up') && rest.length >= wanted.comments.length)
  assert.ok(
    actions.slice(-visible.length).every(({ kind }) => isVisible(kind)),
    'follow-ups come after everything',
  )
  for (const [index, { input }] of steps.entries()) {
    const doubt = actions[index]?.doubt
    for (const url of doubt?.lookAt(input, { hosts: live.hosts, account }) ?? []) assert.ok(URL.canParse(url), url)
    assert.equal(typeof (doubt?.repeatable(input) ?? true), 'boolean')
  }
}

for (const platform of all) {
  const { name, live, postTypes } = platform
  describe(`${name} has the shape of a platform`, () => {
    for (const postType of postTypes)
      test(`a ${postType.name} is planned with one commit and its follow-ups after it`, () => {
        for (const wanted of contentsOf(platform, postType)) checkPlan(live, wanted)
      })

    test('every step that makes something visible defines how doubt about it is resolved', () => {
      for (const { kind, doubt } of Object.values(live.actions)) assert.equal(doubt !== undefined, isVisible(kind))
      assert.ok(platform.readPostUrl, 'a person who confirms a post gives its address')
    })

    test('its URLs are valid, and its login uses no others', () => {
      for (const host of Object.values(live.hosts)) assert.match(host, /^https:\/\/[^?#]+[^/?#]$/)
      const { connect } = live
      const ends = connect.kind === 'oauth' ? [connect.authorize, connect.token, connect.revoke ?? connect.token] : []
      for (const { host, path } of ends) assert.ok(URL.canParse(`${live.hosts[host]}${path}`))
    })

    test('its options say what counts without them, in a form for programs', () => checkDefaults(platform))

    test('its settings have valid defaults', () => {
      for (const { form, fallback } of Object.values(live.settings ?? {})) assert.equal(form.parse(fallback), fallback)
    })

    test('it is simulated, with the same addresses', async () => {
      const simulator = await simulators[name]?.()
      assert.ok(simulator)
      const simulated = new Set(simulator.routes.map(({ host }) => host))
      for (const host of Object.keys(live.hosts)) if (host !== 'web') assert.ok(simulated.has(host), host)
    })
  })
}

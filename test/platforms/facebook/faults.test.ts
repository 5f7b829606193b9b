import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Content } from '../../../src/domain/content.ts'
import type { Json, Outcome } from '../../../src/domain/outcome.ts'
import { OutboundFault } from '../../../src/outbound/http-client.ts'
import { facebook } from '../../../src/platforms/facebook/index.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { AccountContext, StepContext } from '../../../src/platforms/shared/context.ts'
import { content, media } from '../../harness/content.ts'
import { png } from '../../harness/small-media.ts'
import { film } from '../../media/fixtures.ts'
import { files, startFacebook, stepsAs } from './simulated.ts'

const clip = film('plain.mp4')
Object.assign(files, { 'a.png': png, 'a.mp4': clip })

const simulated = await startFacebook({ scale: 2_000 })
await simulated.settings({ pieceBytes: 3_000 })
const actions: Readonly<Record<string, Action>> = facebook.live.actions

const video = { ...media({ contentType: 'video/mp4', size: clip.length }), file: 'a.mp4' }
const kinds = [
  ['a video', content({ postType: 'feed', media: [video] })],
  ['a reel', content({ postType: 'reel', media: [video] })],
  ['a story of a photo', content({ postType: 'story', text: '', media: [media()] })],
  ['a story of a video', content({ postType: 'story', text: '', media: [video] })],
] as const

/** Temporary faults: whichever call meets them, the post is finally published. */
const passing = ['server_error', 'server_error_after', 'reset', 'malformed_json', 'slow_processing', 'list_lag']
/** Final faults: nothing is published, unless everything had been accepted before. */
const final = ['token_expired', 'token_revoked', 'permission_missing', 'media_rejected', 'processing_failed']

const maxTries = 12

/** Retries until there is a result, as a worker does: a post in doubt is checked. */
async function tried({ perform, doubt }: Action, input: Json, step: () => StepContext): Promise<Outcome> {
  let outcome: Outcome = { type: 'wait', pause: 0 }
  for (let tries = 0; tries < maxTries; tries += 1) {
    outcome = await perform(input, step()).catch(outcomeOf(doubt !== undefined))
    if (outcome.type === 'unknown') {
      const presence = await doubt?.reconcile(input, step()).catch(() => null)
      if (presence?.type === 'found') return { ...presence, type: 'done' }
    } else if (outcome.type !== 'wait' && outcome.type !== 'retry') return outcome
    await sleep(20)
  }
  return outcome
}

/** An unreadable response throws: the result of a call that shows something is then unknown. */
const outcomeOf =
  (inDoubt: boolean) =>
  (error: unknown): Outcome => {
    const message = String(error)
    const isSent = !(error instanceof OutboundFault) || error.sent
    return inDoubt && isSent ? { type: 'unknown', message } : { type: 'retry', error: 'platform_unavailable', message }
  }

async function publish(as: AccountContext, wanted: Content): Promise<Outcome | undefined> {
  const results = new Map<string, Json>()
  let last: Outcome | undefined
  for (const { name, action, input } of facebook.live.plan(wanted, as.account, {
    now: Date.now(),
    fraction: () => 0.5,
  })) {
    last = await tried(actions[action] ?? assert.fail(action), input, stepsAs(as, results))
    if (last.type !== 'done') return last
    results.set(name, last.result)
  }
  return last
}

for (const [what, wanted] of kinds)
  describe(`${what} appears once or not at all, whichever call fails`, () => {
    for (const operation of ['upload', 'status', 'create'])
      for (const after of operation === 'create' ? [0] : [0, 1])
        for (const kind of [...passing, ...final])
          test(`${kind} at call ${after + 1} of ${operation}`, async () => {
            const as = await simulated.page(`${what} ${operation} ${kind} ${after}`)
            await simulated.fault({ operation, kind, after })
            const last = await publish(as, wanted)
            await simulated.clear()
            const { length: visible } = await simulated.posts(as)
            if (passing.includes(kind)) assert.equal(last?.type, 'done', JSON.stringify(last))
            if (last?.type === 'done') assert.equal(visible, 1)
            else assert.ok(last?.type === 'unknown' ? visible <= 1 : visible === 0, `${last?.type} ${visible}`)
            assert.ok(last?.type !== 'wait' && last?.type !== 'retry', 'it has come to an end')
          })
  })

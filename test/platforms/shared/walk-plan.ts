import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Content } from '../../../src/domain/content.ts'
import type { Json, Outcome, PublishedPost } from '../../../src/domain/outcome.ts'
import { toJpeg } from '../../../src/media/convert/image.ts'
import { memorySource } from '../../../src/media/probe/probe.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { AccountContext, StepContext } from '../../../src/platforms/shared/context.ts'
import type { Live } from '../../../src/platforms/shared/live.ts'

/** The bytes of the files that content names. */
export type Files = Readonly<Record<string, Buffer>>

export interface PlanWalk {
  readonly live: Pick<Live, 'plan'> & { readonly actions: Readonly<Record<string, Action>> }
  readonly files: Files
  /** An action whose result is not looked for: only part of a post shows it. */
  readonly unseen?: string
}

export interface WalkResult {
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly published: Readonly<Record<string, PublishedPost | undefined>>
}

/**
 * Performs the steps of a plan as a worker does, and stops if one before the commit fails. `asks`: for everything visible,
 * it checks whether it exists, before and after it is created.
 */
export async function walkPlan(
  { live, files, unseen }: PlanWalk,
  as: AccountContext,
  content: Content,
  { asks = true } = {},
): Promise<WalkResult> {
  const outcomes: Record<string, Outcome> = {}
  const results = new Map<string, Json>()
  for (const { name, action, input } of live.plan(content, as.account, { now: as.clock.now(), fraction: () => 0.5 })) {
    const { perform, doubt, kind } = live.actions[action] ?? assert.fail(action)
    const step = stepOf(files, as, results)
    const looks = asks && doubt !== undefined && action !== unseen
    if (looks) assert.equal((await doubt.reconcile(input, step())).type, 'absent', `${name} is there before it is made`)
    let outcome = await perform(input, step())
    while (outcome.type === 'wait') {
      await sleep(10)
      outcome = await perform(input, step())
    }
    outcomes[name] = outcome
    if (outcome.type === 'done') results.set(name, outcome.result)
    else if (kind !== 'follow_up') break
    else results.set(name, null)
    if (!looks || outcome.type !== 'done') continue
    const presence = await doubt.reconcile(input, step())
    assert.ok(presence.type === 'found', `${name}: ${JSON.stringify(presence)}`)
    assert.deepEqual(presence.published, outcome.published)
  }
  const published = Object.entries(outcomes).map(([name, one]) => [
    name,
    one.type === 'done' ? one.published : undefined,
  ])
  return { outcomes, published: Object.fromEntries(published) }
}

/** Contexts of one step: saved state is there the next time. */
export function stepOf(
  files: Files,
  as: AccountContext,
  results: ReadonlyMap<string, Json> = new Map(),
): () => StepContext {
  let saved: Json = null
  const bytesOf = (file: string): Buffer => files[file] ?? assert.fail(`no file ${file}`)
  return () => ({
    ...as,
    read: async function* ({ file }, { start, end } = { start: 0 }) {
      yield bytesOf(file).subarray(start, end)
    },
    readImage: async ({ file }) => bytesOf(file),
    jpegOf: async ({ file }, limits) => (await toJpeg(memorySource(bytesOf(file)), limits)).bytes,
    hostImage: () => assert.fail('nothing is fetched from here'),
    result: (earlier, schema) => schema.parse(results.get(earlier) ?? null),
    saved,
    save: async (state) => {
      saved = state
    },
  })
}

import { z } from 'zod'
import { type Sealer, UnsealFault } from '../../crypto/seal.ts'
import { randomText } from '../../system/random.ts'

/**
 * Asks whether an address leads to this instance. Question and answer are encrypted with the secret key of the instance,
 * so no other server can answer, and a stranger learns nothing.
 */
const questionBinding = 'health.probe.question'
const answerBinding = 'health.probe.answer'

/** The proxy that passed the question to the process. `trusted`: POLYPOST_TRUST_PROXY covers it. */
export const proxySeen = z.enum(['none', 'trusted', 'not_trusted'])
export type ProxySeen = z.output<typeof proxySeen>

const answer = z.object({ question: z.string(), proxy: proxySeen })
const body = z.object({ probe: z.string() })

export const newQuestion = (sealer: Sealer): string => sealer.seal(randomText(24), questionBinding)

/** Null: it is not a question of this instance. */
export function answerQuestion(sealer: Sealer, question: string, proxy: ProxySeen): string | null {
  if (openOrNull(sealer, question, questionBinding) === null) return null
  return sealer.seal(JSON.stringify({ question, proxy }), answerBinding)
}

/** The proxy as the instance saw it; null if another server has answered. */
export function readAnswer(sealer: Sealer, question: string, text: string): ProxySeen | null {
  const { data } = body.safeParse(jsonOf(text))
  const opened = data && openOrNull(sealer, data.probe, answerBinding)
  const read = opened ? answer.parse(JSON.parse(opened)) : null
  return read?.question === question ? read.proxy : null
}

function openOrNull(sealer: Sealer, sealed: string, binding: string): string | null {
  try {
    return sealer.open(sealed, binding)
  } catch (error) {
    if (!(error instanceof UnsealFault)) throw error
    return null
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

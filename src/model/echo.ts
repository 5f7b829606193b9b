import { firstCharacters } from '../domain/foreign-text.ts'
import type { TextGenerator } from './model.ts'

/** The first word of every reply. */
const echoName = 'sandbox-echo'

const maxEchoed = 200 // characters

/**
 * A stand-in that repeats its input, so that simulated accounts show auto-replies even if no model is set. It only
 * answers requests for a reply to a comment.
 */
export const echo: TextGenerator = async ({ input }) => {
  const repeated = firstCharacters(input, maxEchoed)
  return {
    type: 'text',
    text: JSON.stringify({ reply: `${echoName}: you wrote “${repeated}”.` }),
    complete: true,
    tokens: { input: 0, output: 0 },
  }
}

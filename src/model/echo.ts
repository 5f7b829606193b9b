import type { Speaker } from './model.ts'

/** The first word of all that it says. */
const echoName = 'sandbox-echo'

const maxEchoed = 200 // characters

/**
 * No language model: it repeats what it is given, so that replies can be seen on a laptop where no model is set. It
 * answers the one kind of question that is asked on behalf of an account, a reply to a comment.
 */
export const echo: Speaker = async ({ input }) => {
  const heard = [...input].slice(0, maxEchoed).join('')
  return {
    type: 'said',
    text: JSON.stringify({ reply: `${echoName}: you wrote “${heard}”.` }),
    whole: true,
    tokens: { input: 0, output: 0 },
  }
}

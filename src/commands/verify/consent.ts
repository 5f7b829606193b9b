import { createInterface } from 'node:readline/promises'
import { inSeconds } from '../../domain/time.ts'
import type { VerifyContext } from './steps.ts'
import { kindsOf } from './steps.ts'

/** The facts that the operator has to know before anything is published. */
export function warning({ rules, account, target, large, check, wait }: VerifyContext): string {
  const kinds = kindsOf(rules).map((kind) => `a ${kind} post`)
  const files = [check.largePicture, check.largeVideo].some((size) => size !== undefined)
  const options = Object.entries(target.options).map(([name, value]) => `${name} ${value}`)
  return [
    '',
    account.environment === 'live'
      ? `This publishes on the real ${rules.title}, as ${nameOf(account)}:`
      : `This publishes on the simulated ${rules.title}, as ${nameOf(account)}:`,
    '',
    `- ${[...kinds, ...(files && large ? ['a post with a large file'] : [])].join(', ')}`,
    ...(rules.supports.first_comments > 0 ? ['- a comment below the first post'] : []),
    ...(rules.supports.reply ? ['- a reply, if another person comments during the check'] : []),
    '',
    options.length === 0
      ? `${rules.title} has no smaller audience: everybody who can see the account can see the posts.`
      : `Audience and place: ${options.join(', ')}.`,
    ...(rules.supports.reply && wait > 0
      ? [
          `To check replies, write a comment below the first test post with another account. The check waits ${inSeconds(wait)} seconds for it.`,
        ]
      : []),
    'Every text begins with “Polypost test”. The API cannot delete published posts: you delete them by hand afterwards. The check shows their addresses.',
    '',
  ].join('\n')
}

export const nameOf = ({ username, display_name }: VerifyContext['account']): string =>
  username === null ? (display_name ?? 'an account without a name') : `@${username}`

/** Asks on the terminal. Only “yes” is consent; Ctrl-C and Ctrl-D are not. */
export async function consents(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.once('SIGINT', () => terminal.close())
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question('  Type “yes” to publish these test posts: '), closed])
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

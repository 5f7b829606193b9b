import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { platforms as adapters } from '../../platforms/index.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { type Clock, isoTime } from '../../system/clock.ts'
import { version } from '../../system/version.ts'
import { CommandFault } from '../fault.ts'
import { createApi } from './api.ts'
import { checkApp, connect, findAccount, findPlatform } from './connect.ts'
import { nameOf, warning } from './consent.ts'
import { type Facts, reportOf } from './report.ts'
import type { Result } from './result.ts'
import { runSteps } from './run.ts'
import type { Sample } from './samples.ts'
import { createScreen, type Output } from './show.ts'
import { stepsFor, type VerifyContext } from './steps.ts'

export interface Verification {
  /** Address of the instance. */
  readonly base: string
  readonly key: string
  readonly platform: string
  readonly profile?: string | undefined
  /** Publish without asking. */
  readonly yes: boolean
  /** Connect a simulated account if none is connected. */
  readonly sandbox: boolean
  /** Options of the platform, which replace the options of the check. */
  readonly options: Readonly<Record<string, string>>
  readonly picture: Sample | null
  readonly video: Sample | null
  readonly large: boolean
  /** In milliseconds. */
  readonly wait: number
  readonly pollEvery: number
  /** The folder of the report. */
  readonly folder: string
  readonly out: Output
  /** Asks for consent on the terminal; null without a terminal. */
  readonly ask: (() => Promise<boolean>) | null
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Exit codes. */
export const exitCodes = { allWorks: 0, somethingFailed: 1, notStarted: 2 } as const

/** Checks one platform with a real account; returns the exit code. */
export async function verify(asked: Verification): Promise<number> {
  const { base, key, clock, signal, out } = asked
  if (!asked.yes && !asked.ask)
    throw new CommandFault(
      'Nothing was done: the check publishes posts, and there is no terminal to ask for consent. Run it in a terminal, or add --yes.',
    )
  const api = createApi(base, key, signal)
  const screen = createScreen(out)
  const startedAt = isoTime(clock.now())

  const rules = await findPlatform(api, asked.platform)
  const adapter = (adapters as readonly Platform[]).find(({ name }) => name === rules.name)
  const check = adapter?.check ?? {}
  let { profileId, account } = await findAccount(api, rules.name, asked.profile)
  const finish = async (results: readonly Result[], facts: Pick<Facts, 'environment' | 'account' | 'options'>) => {
    const { title, name } = rules
    const file = join(asked.folder, `verify-${name}-${startedAt.slice(0, 19).replaceAll(':', '-')}.md`)
    await writeFile(file, reportOf({ title, version, startedAt, ...facts }, results))
    screen.print(ending(results, file))
    const isWhole = !signal.aborted && results.every(({ verdict }) => verdict !== 'failed')
    return isWhole ? exitCodes.allWorks : exitCodes.somethingFailed
  }

  let signedIn: readonly Result[] = []
  if (account?.status !== 'connected') {
    checkApp(rules, asked)
    api.takeCalls()
    const signIn = {
      title: 'Sign in',
      run: () => connect(api, rules, profileId, { sandbox: asked.sandbox, print: screen.print }),
    }
    const environment = asked.sandbox ? 'sandbox' : 'live'
    signedIn = await runSteps(api, [signIn], signal, { ...screen, started: () => undefined })
    if (signedIn.some(({ verdict }) => verdict !== 'works'))
      return finish(signedIn, { environment, account: 'not connected', options: asked.options })
    account = (await findAccount(api, rules.name, profileId)).account
  }
  if (!account) throw new CommandFault(`${rules.title} is not connected. “polypost connect ${rules.name}” connects it.`)
  api.takeCalls()

  const options = {
    ...check.options?.({ username: account.username, accountType: account.account_type }),
    ...asked.options,
  }
  const mark = startedAt.slice(0, 19).replace('T', ' ')
  const target = { api, platform: rules.name, profileId, options, mark, pollEvery: asked.pollEvery }
  const checked: VerifyContext = { ...asked, target, rules, account, check }
  screen.print(warning(checked))
  if (!asked.yes && !(await asked.ask?.())) throw new CommandFault('Nothing was published.')

  screen.header()
  const results = await runSteps(api, stepsFor(checked), signal, screen)
  return finish([...signedIn, ...results], { environment: account.environment, account: nameOf(account), options })
}

function ending(results: readonly Result[], file: string): string {
  const count = (one: Result['verdict']) => results.filter(({ verdict }) => verdict === one).length
  const urls = results.flatMap(({ url }) => (url ? [url] : []))
  return [
    '',
    `${count('works')} work, ${count('failed')} failed, ${count('check by hand')} to check by hand, ${count('skipped')} skipped, ${count('not supported')} not supported.`,
    ...(urls.length === 0 ? [] : ['', 'Delete these test posts by hand:', ...urls]),
    '',
    `Report without secrets, for a bug report: ${file}`,
    '',
  ].join('\n')
}

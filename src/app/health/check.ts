import { setTimeout as sleep } from 'node:timers/promises'
import type { HealthCheck } from '../../domain/health-check.ts'
import { second } from '../../domain/time.ts'
import type { Lookup } from '../../outbound/dial.ts'
import { createHttpClient, type HttpClient } from '../../outbound/http-client.ts'
import type { Config } from '../config.ts'
import type { Parts } from '../open-parts.ts'

export interface HealthContext
  extends Pick<Parts, 'accounts' | 'clock' | 'database' | 'platforms' | 'storage' | 'sealer'> {
  readonly config: Config
  readonly databaseWay: Pick<Parts['databaseWay'], 'connections'>
  /** Only the service itself has it. */
  readonly vitals?: Pick<Parts['vitals'], 'failing'>
  /** Whether a proxy has said that a request came over https. Only the service itself knows. */
  readonly sawHttps?: () => boolean
  /** It reaches every address, because the operator has set those that are checked. */
  readonly http: Pick<HttpClient, 'request'>
}

/** The operator sets these addresses, so this machine and private networks are allowed. */
export const operatorClient = (lookup: Lookup): HttpClient =>
  createHttpClient({ exceptions: ['0.0.0.0/0', '::/0'], lookup })

export type Result = Omit<HealthCheck, 'id'>

export interface NamedCheck<Needed = HealthContext> {
  readonly id: string
  readonly run: (checked: Needed) => Promise<Result>
  /** It sends requests to other machines. */
  readonly asksOthers?: true
}

export type RunCheck = (check: NamedCheck, checked: HealthContext) => Promise<HealthCheck>

export const ok = (summary: string): Result => ({ status: 'ok', summary, remedy: null, mendable: false })
export const warning = (summary: string, remedy: string): Result => ({
  status: 'warning',
  summary,
  remedy,
  mendable: false,
})
export const fault = (summary: string, remedy: string): Result => ({
  status: 'error',
  summary,
  remedy,
  mendable: false,
})

/** `polypost doctor --fix` can fix it; see `commands/actions/fix.ts`. */
export const mendable = (result: Result): Result => ({ ...result, mendable: true })

const longestCheck = 8 * second

/** A check that fails or takes too long is a row of the list; it never fails the list. */
export async function runCheck<Needed>({ id, run }: NamedCheck<Needed>, checked: Needed): Promise<HealthCheck> {
  const late = async (): Promise<Result> => {
    await sleep(longestCheck, undefined, { ref: false })
    return fault(
      `This check did not end in ${longestCheck / second} seconds.`,
      'Run it again; if it stays so, read the log.',
    )
  }
  const result = await Promise.race([run(checked), late()]).catch((error: unknown) =>
    fault(
      `This check failed: ${error instanceof Error ? error.message : String(error)}`,
      'Read the log of the service.',
    ),
  )
  return { id, ...result }
}

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

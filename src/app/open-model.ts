import { createLanguageModel } from '../model/ask.ts'
import { echo } from '../model/echo.ts'
import type { ModelFor } from '../model/model.ts'
import { remoteGenerator } from '../model/remote.ts'
import type { Database } from '../store/engine/database.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'
import type { Pace } from '../system/pace.ts'
import type { Config } from './config.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly pace: Pace
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  /** The address of the simulated platforms; null if there are none. */
  readonly sandboxOrigin: string | null
}

/**
 * The operator's model may speak for every account. Without one, simulated accounts have an echo, and other accounts
 * have nothing: an echo must never be published in the name of a real person.
 */
export function openModel({ languageModel, modelTokens }: Config, { sandboxOrigin, ...deps }: Deps): ModelFor {
  if (languageModel !== null) {
    const model = createLanguageModel(remoteGenerator(languageModel, deps), { ...deps, modelTokens })
    return () => model
  }
  if (sandboxOrigin === null) return () => null
  const echoing = createLanguageModel(echo, { ...deps, modelTokens })
  return (environment) => (environment === 'sandbox' ? echoing : null)
}

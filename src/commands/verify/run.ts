import { CommandFault } from '../fault.ts'
import { type Api, ApiFault } from './api.ts'
import type { Outcome, Result } from './result.ts'
import { failed, notSupported, skipped } from './result.ts'
import type { Step } from './steps.ts'

interface Progress {
  readonly started: (title: string) => void
  readonly ended: (result: Result) => void
}

/** Runs the steps one after the other. A step that fails does not stop the others; Ctrl-C does. */
export async function runSteps(
  api: Api,
  steps: readonly Step[],
  signal: AbortSignal,
  { started, ended }: Progress,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const { title, run } of steps) {
    started(title)
    const start = performance.now()
    const outcome = await outcomeOf(run, signal)
    const { verdict, note, url } = outcome
    const result: Result = {
      title,
      verdict,
      took: performance.now() - start,
      calls: api.takeCalls(),
      ...(note !== undefined && { note }),
      ...(url !== undefined && { url }),
    }
    results.push(result)
    ended(result)
  }
  return results
}

async function outcomeOf(run: Step['run'], signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return skipped('The check was stopped.')
  try {
    return await run()
  } catch (error) {
    if (signal.aborted) return skipped('The check was stopped here. If this was a post, look for it on the platform.')
    // A new login would not help: the platform has not approved the developer app for this.
    if (
      error instanceof ApiFault &&
      error.codes.includes('permission_missing') &&
      !error.codes.includes('reconnect_required')
    )
      return notSupported(error.message)
    if (error instanceof CommandFault) return failed(error.message)
    return failed(error instanceof Error ? error.message : String(error))
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProof, needsOf } from './test-files.ts'

/** The reporter writes there which files have failed. */
export const failedFiles = (): string => join(tmpdir(), 'failed-files.json')

const most = 10

/**
 * The files that run a second time: a few of hundreds, which the machine may have made late. A proof without a browser runs once: it
 * looks for faults that are seldom. If more failed, nothing runs again.
 */
export function secondTry(): readonly string[] {
  const failed = readFailed()
  return failed.length <= most && failed.every(canBeLate) ? failed : []
}

/** The files that failed in the last run. */
export const readFailed = (): readonly string[] =>
  existsSync(failedFiles()) ? JSON.parse(readFileSync(failedFiles(), 'utf8')) : []

/** A process that ended early is named after itself, and never runs again. */
const canBeLate = (file: string): boolean => file.endsWith('.test.ts') && (!isProof(file) || needsOf([file]).browser)

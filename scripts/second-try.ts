import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needsOf } from './test-files.ts'

/** The reporter writes there which files have failed. */
export const failedFiles = (): string => join(tmpdir(), 'failed-files.json')

const most = 3

/**
 * The files that run a second time: a few, all with a browser. On a busy machine a browser can be late at any place.
 * If anything else failed, nothing runs again.
 */
export function secondTry(): readonly string[] {
  if (!existsSync(failedFiles())) return []
  const failed: string[] = JSON.parse(readFileSync(failedFiles(), 'utf8'))
  return failed.length <= most && failed.every(isWithBrowser) ? failed : []
}

/** A process that ended early is named after itself, and never runs again. */
const isWithBrowser = (file: string): boolean => file.endsWith('.test.ts') && needsOf([file]).browser

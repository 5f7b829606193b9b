import { type ApiError, AuthenticationError, PermissionError, ValidationError } from '@polypost/sdk'
import { inCommands } from './route-words.ts'

/** Codes that a script can rely on. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  refused: 4,
  partly: 5,
  running: 6,
} as const

/** The command ends with this code. The message is printed, if there is one. */
export class Exit extends Error {
  readonly code: number

  constructor(code: number, message = '') {
    super(message)
    this.code = code
  }
}

/** The exit code of an error that the API returned. */
export function exitCodeOf(error: ApiError): number {
  if (error instanceof AuthenticationError || error instanceof PermissionError) return exitCodes.signIn
  return error instanceof ValidationError ? exitCodes.refused : exitCodes.failed
}

/** An error of the API as people read it: the sentence, and below it each finding. */
export function explainApiError({ message, details, requestId }: ApiError): string {
  const findings = details
    .filter((one) => one.message && !message.includes(one.message))
    .map(({ row, platform, path, message: words }) => {
      const where = [row === undefined ? '' : `row ${row}`, platform, path].filter(Boolean).join(' ')
      return `  ${where}: ${inCommands(words)}`
    })
  return [inCommands(message), ...findings, ...(requestId ? [`  (request ${requestId})`] : [])].join('\n')
}

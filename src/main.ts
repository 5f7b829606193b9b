import { ApiError, PolypostError } from '@polypost/sdk'
import { Command, CommanderError } from 'commander'
import { addCompletionCommand } from './commands/client/completion.ts'
import { Exit, exitCodeOf, explainApiError } from './commands/client/exit.ts'
import { addClientCommands } from './commands/client/index.ts'
import { addOperationCommands } from './commands/client/operations.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addHoldCommands } from './commands/hold.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addPeopleCommands } from './commands/people.ts'
import { addRoleCommands } from './commands/roles.ts'
import { addRotateKeyCommand } from './commands/rotate-key.ts'
import { addSandboxCommand } from './commands/sandbox.ts'
import { addStoreCommands } from './commands/store.ts'
import { addUserCommands } from './commands/users.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { addWebhookCommands } from './commands/webhooks.ts'
import { ReadableFault } from './domain/readable-fault.ts'

/** As most commands on Unix use it. The message is already printed. */
const wrongUsage = 2

const program = new Command('polypost')
  .description(
    'Publishes one post to ten social platforms. Settings come from environment variables; see docs/reference/settings.md.',
  )
  .showHelpAfterError()
  .exitOverride()

program.commandsGroup('Use an instance:')
addClientCommands(program)
addMcpCommand(program)
program.commandsGroup('Run an instance:')
addRoleCommands(program)
addSandboxCommand(program)
program.commandsGroup('Operate an instance, on its own machine:')
addDoctorCommand(program)
addStoreCommands(program)
addHoldCommands(program)
addRotateKeyCommand(program)
addUserCommands(program)
addPeopleCommands(program)
addKeyCommands(program)
addWebhookCommands(program)
addVerifyCommand(program)
// Last, because the commands above come before operations of the same name.
addOperationCommands(program)
addCompletionCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = codeOf(error)
  const words = error instanceof CommanderError ? '' : explain(error)
  if (words !== '') console.error(words)
}

function codeOf(error: unknown): number {
  if (error instanceof Exit) return error.code
  if (error instanceof ApiError) return exitCodeOf(error)
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
  return 1
}

/** Faults that the operator can fix are one sentence; all others are bugs, and are shown with their stack. */
function explain(error: unknown): string {
  if (error instanceof Exit) return error.message && `polypost: ${error.message}`
  if (error instanceof ApiError) return `polypost: ${explainApiError(error)}`
  if (error instanceof ReadableFault || error instanceof PolypostError) return `polypost: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

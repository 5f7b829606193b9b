import { ApiError, PolypostError } from '@polypost/sdk'
import { Command, CommanderError } from 'commander'
import { buildLine } from '../system/version.ts'
import { addCompletionCommand } from './client/completion.ts'
import { Exit, exitCodeOf, exitCodes, explainApiError } from './client/exit.ts'
import { addClientCommands } from './client/index.ts'
import { addOperationCommands } from './client/operations.ts'
import { addDoctorCommand } from './doctor.ts'
import { explainFault, WrongUse } from './fault.ts'
import { addHoldCommands } from './hold.ts'
import { addKeyCommands } from './keys.ts'
import { addMcpCommand } from './mcp.ts'
import { addPeopleCommands } from './people.ts'
import { addRoleCommands } from './roles.ts'
import { addRotateKeyCommand } from './rotate-key.ts'
import { addSandboxCommand } from './sandbox.ts'
import { addStoreCommands } from './store.ts'
import { addUserCommands } from './users.ts'
import { addVerifyCommand } from './verify.ts'
import { addWebhookCommands } from './webhooks.ts'

/** Runs the command that was entered. */
export async function run(): Promise<void> {
  try {
    await createProgram().parseAsync()
  } catch (error) {
    process.exitCode = codeOf(error)
    // Commander has printed its errors.
    const words = error instanceof CommanderError ? '' : explain(error)
    if (words !== '') console.error(words)
  }
}

function createProgram(): Command {
  const program = new Command('polypost')
    .description(
      'Publishes one post to ten social platforms. Settings come from environment variables; see docs/reference/settings.md.',
    )
    .version(buildLine, '-V, --version', 'print the version')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'polypost: ')) })
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
  hintAtHelp(program, program.name())
  return program
}

/** After wrong usage, one line says where the help of this command is. */
function hintAtHelp(command: Command, name: string): void {
  const what = command.commands.length > 0 ? 'commands' : 'options'
  command.showHelpAfterError(`“${name} --help” shows the ${what}.`)
  for (const one of command.commands) hintAtHelp(one, `${name} ${one.name()}`)
}

function codeOf(error: unknown): number {
  if (error instanceof Exit) return error.code
  if (error instanceof ApiError) return exitCodeOf(error)
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  return error instanceof WrongUse ? exitCodes.usage : exitCodes.failed
}

function explain(error: unknown): string {
  if (error instanceof Exit) return error.message && `polypost: ${error.message}`
  if (error instanceof ApiError) return `polypost: ${explainApiError(error)}`
  if (error instanceof PolypostError) return `polypost: ${error.message}`
  return explainFault(error)
}

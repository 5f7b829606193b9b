import { Command, CommanderError } from 'commander'
import { SettingsFault } from './app/config.ts'
import { DirectoryFault } from './app/data-dir.ts'
import { SandboxFault } from './app/open-sandbox.ts'
import { CommandFault } from './commands/fault.ts'
import { addHoldCommands } from './commands/hold.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addPeopleCommands } from './commands/people.ts'
import { addRoleCommands } from './commands/roles.ts'
import { addRotateKeyCommand } from './commands/rotate-key.ts'
import { addSandboxCommand } from './commands/sandbox.ts'
import { addStoreCommands } from './commands/store.ts'
import { addUserCommands } from './commands/users.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { addWebhookCommands } from './commands/webhooks.ts'
import { PublicError } from './contract/errors.ts'
import { DatabaseFault } from './store/engine/database.ts'

/** As most commands on Unix use it. The message is already printed. */
const wrongUsage = 2

const program = new Command('polypost')
  .description(
    'Publishes one post to ten social platforms. Settings come from environment variables; see docs/reference/settings.md.',
  )
  .showHelpAfterError()
  .exitOverride()

addRoleCommands(program)
addSandboxCommand(program)
addStoreCommands(program)
addHoldCommands(program)
addRotateKeyCommand(program)
addUserCommands(program)
addPeopleCommands(program)
addKeyCommands(program)
addWebhookCommands(program)
addVerifyCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : wrongUsage
  else {
    console.error(explain(error))
    process.exitCode = 1
  }
}

/** Faults that the operator can fix are one sentence; all others are bugs, and are shown with their stack. */
function explain(error: unknown): string {
  const fixable = [SettingsFault, DirectoryFault, DatabaseFault, SandboxFault, CommandFault, PublicError]
  if (error instanceof Error && fixable.some((kind) => error instanceof kind)) return `polypost: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

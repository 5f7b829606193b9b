import type { Command } from 'commander'
import { addAccountCommands } from './accounts.ts'
import { addApiCommand } from './api.ts'
import { addImportCommand } from './import.ts'
import { addLoginCommands } from './login.ts'
import { addMediaCommands } from './media.ts'
import { addPostCommand } from './post.ts'
import { addTailCommand } from './tail.ts'
import { addTriggerCommand } from './trigger.ts'

/** Commands that talk to a running instance, over the SDK. */
export function addClientCommands(program: Command): void {
  addLoginCommands(program)
  addAccountCommands(program)
  addPostCommand(program)
  addMediaCommands(program)
  addImportCommand(program)
  addTailCommand(program)
  addTriggerCommand(program)
  addApiCommand(program)
}
